package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;

/**
 * Running totals of the replay log: all that was ever put into it, and all that has left it; what it holds is the difference [LOG.md
 * L11, L17]. They never fall, so what is folded again changes nothing. Not thread-safe: the committer's.
 */
public final class LogTotals {
    private long loggedCount;
    private long loggedBytes;
    private long trimmedThroughMsgId;
    private long trimmedCount;
    private long trimmedBytes;
    private long newestMsgId;

    void apply(EntryHead head) {
        loggedCount = Math.max(loggedCount, head.loggedCount());
        loggedBytes = Math.max(loggedBytes, head.loggedBytes());
        for (int i = head.messages().size() - 1; i >= 0; i--) {
            MessageSlot slot = head.messages().get(i);
            if (slot.logged()) {
                newestMsgId = Math.max(newestMsgId, slot.msgId());
                break;
            }
        }
    }

    /** Whether it took anything out. */
    boolean apply(Trimmed trimmed) {
        boolean isNews = trimmed.throughMsgId() > trimmedThroughMsgId;
        trimmedThroughMsgId = Math.max(trimmedThroughMsgId, trimmed.throughMsgId());
        trimmedCount = Math.max(trimmedCount, trimmed.trimmedCount());
        trimmedBytes = Math.max(trimmedBytes, trimmed.trimmedBytes());
        return isNews;
    }

    void load(long logged, long bytes, Trimmed trimmed, long newest) {
        loggedCount = logged;
        loggedBytes = bytes;
        apply(trimmed);
        newestMsgId = newest;
    }

    /** Messages ever put into the log. */
    public long loggedCount() {
        return loggedCount;
    }

    /** Their bytes. */
    public long loggedBytes() {
        return loggedBytes;
    }

    /** The low-water mark: what is logged up to this id has left the log. */
    public long trimmedThroughMsgId() {
        return trimmedThroughMsgId;
    }

    /** Messages that have left it. */
    public long trimmedCount() {
        return trimmedCount;
    }

    /** Their bytes. */
    public long trimmedBytes() {
        return trimmedBytes;
    }

    /** How many it holds. */
    public long messages() {
        return loggedCount - trimmedCount;
    }

    /** What these use of its quota, bytes. */
    public long sizeBytes() {
        return loggedBytes - trimmedBytes;
    }

    /** The message logged last, whether or not it was trimmed since; 0 if none was ever. */
    public long newestMsgId() {
        return newestMsgId;
    }
}
