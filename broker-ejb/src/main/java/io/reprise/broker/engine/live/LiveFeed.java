package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;

/** What the live side hears of the log. */
public interface LiveFeed {
    /**
     * A message that was there before: before anyone is served, in the order of ids, on one thread.
     *
     * @param snapshot whether it is its subject's snapshot
     * @param kept whether it is young enough for the history, if it has a place on its subject
     */
    void recovered(MessageSlot slot, boolean snapshot, boolean kept);

    /**
     * An entry is on disk: its messages go to live subscribers, in its order. On the committer's thread: only hands over, and never
     * waits.
     *
     * @param body where its messages' content is, but for what was uploaded
     */
    void committed(EntryHead head, byte[] body);

    /**
     * The oldest message of the history, whose entry and all later ones are kept whole; {@link Long#MAX_VALUE} if it is empty. Any
     * thread.
     */
    long keptFromMsgId();
}
