package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What keeps entries of the log alive: messages on endpoints, messages that were moved and have the body of another [LOG.md L13],
 * messages in the replay log, and prepared branches. Not thread-safe, but for {@link #entries()}: the committer's.
 */
final class References {
    private final EntryIndex entries = new EntryIndex();
    /** Messages whose bodies moved ones have, and how many of those there are. */
    private final Map<Long, Integer> roots = new HashMap<>();

    /** The entries of the log; any thread. */
    EntryIndex entries() {
        return entries;
    }

    /**
     * Notes a new entry, with a reference for each message on each endpoint that exists, and for each that is logged; whether it filled
     * its block of the index.
     *
     * @param endpointIds those that exist
     */
    boolean append(long commitNo, EntryHead head, int bodyBytes, Set<Long> endpointIds) {
        LoggedPart logged = LoggedPart.of(head.messages());
        int references = logged.messages();
        int flags = uploads(head.messages()) | (logged.messages() > 0 ? IndexBlock.LOGGED : 0);
        for (MessageSlot slot : head.messages()) {
            references += references(slot, endpointIds);
        }
        for (Effect effect : head.effects()) {
            if (effect instanceof Opened) {
                flags |= IndexBlock.OPENING;
            } else if (effect instanceof BranchPrepared prepared) {
                references++;
                flags |= IndexBlock.PREPARED | uploads(prepared.work().messages());
            }
        }
        long firstMsgId = head.messages().isEmpty() ? 0 : head.messages().get(0).msgId();
        int span = head.messages().isEmpty() ? 0 : (int) (lastIdOf(head) - firstMsgId + 1);
        return entries.append(commitNo, firstMsgId, span, bodyBytes, references, flags, logged);
    }

    private static int uploads(List<MessageSlot> slots) {
        for (MessageSlot slot : slots) {
            if (slot.body().upload() != null) {
                return IndexBlock.UPLOADS;
            }
        }
        return 0;
    }

    private static int references(MessageSlot slot, Set<Long> endpointIds) {
        int references = 0;
        for (Placement placement : slot.placements()) {
            references += endpointIds.contains(placement.endpointId()) ? 1 : 0;
        }
        return references;
    }

    private static long lastIdOf(EntryHead head) {
        return head.messages().get(head.messages().size() - 1).msgId();
    }

    /** A message is on an endpoint; {@code rootMsgId} is that whose body it has, 0 if its own. */
    void refer(long msgId, long rootMsgId) {
        entries.refer(msgId);
        referRoot(rootMsgId);
    }

    /** A moved message has this one's body; 0 = none. */
    void referRoot(long rootMsgId) {
        if (rootMsgId != 0) {
            roots.merge(rootMsgId, 1, Integer::sum);
            entries.refer(rootMsgId);
        }
    }

    /** A message left an endpoint. */
    void release(long msgId, long rootMsgId) {
        entries.release(msgId);
        if (rootMsgId != 0) {
            roots.computeIfPresent(rootMsgId, (root, moved) -> moved == 1 ? null : moved - 1);
            entries.release(rootMsgId);
        }
    }

    /** A branch is prepared in this entry. */
    void referEntry(long commitNo) {
        entries.referEntry(commitNo);
    }

    /** The branch prepared in this entry is decided. */
    void releaseEntry(long commitNo) {
        entries.releaseEntry(commitNo);
    }

    /** Whether a moved message has this one's body. */
    boolean isRoot(long msgId) {
        return roots.containsKey(msgId);
    }

    /** All are to be counted anew, but those of the replay log, which has these totals; then {@link #buryUnreferenced}. */
    void forget(LogTotals log) {
        roots.clear();
        entries.forgetReferences(log);
    }

    void buryUnreferenced() {
        entries.buryUnreferenced();
    }
}
