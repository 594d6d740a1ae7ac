package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.message.Message;

/** What the live side hears of the log. */
public interface LiveFeed {
    /** Nobody hears. */
    LiveFeed NONE = new LiveFeed() {
        @Override
        public void recovered(MessageSlot slot, boolean snapshot, boolean kept) {}

        @Override
        public void recoveredThrough(long lastMsgId) {}

        @Override
        public void committed(EntryHead head, byte[] body) {}

        @Override
        public long keptFromMsgId() {
            return Long.MAX_VALUE;
        }
    };

    /**
     * A message that was there before: before anyone is served, in the order of ids, on one thread.
     *
     * @param snapshot whether it is its subject's snapshot
     * @param kept whether it is young enough for the history, if it has a place on its subject. What is kept is whole: every later
     *     message of the VPN that has a place on a subject is told too, so none may be kept below an id that is missing in the log
     */
    void recovered(MessageSlot slot, boolean snapshot, boolean kept);

    /** All that was there before has been told; called once, also if there was nothing. What is committed from here on has higher ids. */
    void recoveredThrough(long lastMsgId);

    /**
     * An entry is on disk: its messages go to live subscribers, in its order. On the committer's thread: only hands over, and never
     * waits.
     *
     * @param body where its messages' content is, but for what was uploaded
     */
    void committed(EntryHead head, byte[] body);

    /** A guaranteed message was sent again and dropped: plain live subscribers get it once more [spec 1.5]. On the committer's thread. */
    default void retransmitted(Message message) {}

    /**
     * The oldest message of the history, whose entry and all later ones are kept whole; {@link Long#MAX_VALUE} if it is empty. Any
     * thread.
     */
    long keptFromMsgId();
}
