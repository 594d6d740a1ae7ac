package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was decided since the broker started. The committer counts, anyone reads. */
public final class CommitCounters {
    final LongAdder published = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder unrouted = new LongAdder();
    final LongAdder commits = new LongAdder();
    final LongAdder lost = new LongAdder();
    private final LongAdder logged = new LongAdder();
    private final LastMinute loggedLately = new LastMinute();
    private final LongAdder loggedBytes = new LongAdder();
    private final LastMinute loggedBytesLately = new LastMinute();
    private final LongAdder trimmed = new LongAdder();
    private final LastMinute trimmedLately = new LastMinute();
    private final LongAdder trimmedBytes = new LongAdder();
    private final LastMinute trimmedBytesLately = new LastMinute();
    final LongAdder overQuota = new LongAdder();
    final LongAdder voidAcks = new LongAdder();
    final LongAdder promoted = new LongAdder();
    final LongAdder promotionDiscards = new LongAdder();
    private final LongAdder replaysStarted = new LongAdder();
    private final LongAdder replaysCompleted = new LongAdder();
    private final LongAdder replaysFailed = new LongAdder();
    private final LongAdder replayedMessages = new LongAdder();
    private final Map<ErrorCode, LongAdder> rejections = new EnumMap<>(ErrorCode.class);

    public CommitCounters() {
        for (ErrorCode code : ErrorCode.values()) {
            rejections.put(code, new LongAdder());
        }
    }

    /** An entry is on disk. */
    void committed(EntryHead head, int duplicatesInIt) {
        commits.increment();
        duplicates.add(duplicatesInIt);
        published.add(head.messages().size());
        head.effects().forEach(this::replayed);
        long loggedHere = 0;
        long bytesHere = 0;
        for (MessageSlot slot : head.messages()) {
            if (slot.placements().size() == (SubjectHeads.isSnapshot(slot) ? 1 : 0)) {
                unrouted.increment();
            }
            if (slot.logged()) {
                loggedHere++;
                bytesHere += slot.sizeBytes();
            }
        }
        logged.add(loggedHere);
        loggedLately.add(head.lastTimeMillis(), loggedHere);
        loggedBytes.add(bytesHere);
        loggedBytesLately.add(head.lastTimeMillis(), bytesHere);
    }

    /** Messages have left the replay log. */
    void trimmed(long messages, long bytes, long timeMillis) {
        trimmed.add(messages);
        trimmedLately.add(timeMillis, messages);
        trimmedBytes.add(bytes);
        trimmedBytesLately.add(timeMillis, bytes);
    }

    private void replayed(Effect effect) {
        if (effect instanceof ReplayStarted) {
            replaysStarted.increment();
        } else if (effect instanceof Fed fed) {
            replayedMessages.add(fed.msgIds().length);
        } else if (effect instanceof ReplayEnded ended) {
            (ended.failure() == ReplayFailure.NONE ? replaysCompleted : replaysFailed).increment();
        }
    }

    public long startedReplays() {
        return replaysStarted.sum();
    }

    public long completedReplays() {
        return replaysCompleted.sum();
    }

    /** Cancelled ones too. */
    public long failedReplays() {
        return replaysFailed.sum();
    }

    public long replayedMessages() {
        return replayedMessages.sum();
    }

    /** Acknowledgements of what a replay had taken off the endpoint. */
    public long voidAcks() {
        return voidAcks.sum();
    }

    /** Messages were refused to their publisher. */
    public void rejected(ErrorCode code, int messages) {
        LongAdder counter = rejections.get(code);
        if (counter != null) {
            counter.add(messages);
        }
    }

    public long published() {
        return published.sum();
    }

    public long duplicates() {
        return duplicates.sum();
    }

    public long unrouted() {
        return unrouted.sum();
    }

    public long commits() {
        return commits.sum();
    }

    /** Non-persistent messages whose senders heard of their admission, and whose entry was not stored, or perhaps not. */
    public long lost() {
        return lost.sum();
    }

    /** Direct messages stored for at least one endpoint or the replay log. */
    public long promoted() {
        return promoted.sum();
    }

    /** Direct messages that endpoints or the log attract, and that were not stored for want of room. */
    public long promotionDiscards() {
        return promotionDiscards.sum();
    }

    /** Messages put into the replay log. */
    public long logged() {
        return logged.sum();
    }

    /** Messages that left it. */
    public long trimmed() {
        return trimmed.sum();
    }

    /** Bytes put into it, as its quota counts them. */
    public long loggedBytes() {
        return loggedBytes.sum();
    }

    /** Bytes that left it. */
    public long trimmedBytes() {
        return trimmedBytes.sum();
    }

    /** Bytes put into it in the last minute. */
    public long loggedBytesLastMinute(long nowMillis) {
        return loggedBytesLately.count(nowMillis);
    }

    /** Bytes that left it in the last minute. */
    public long trimmedBytesLastMinute(long nowMillis) {
        return trimmedBytesLately.count(nowMillis);
    }

    /** Messages put into it in the last minute. */
    public long loggedLastMinute(long nowMillis) {
        return loggedLately.count(nowMillis);
    }

    /** Messages that left it in the last minute. */
    public long trimmedLastMinute(long nowMillis) {
        return trimmedLately.count(nowMillis);
    }

    /** Messages refused to their publishers as it had no room ({@code discardReplayLogOverQuota}). */
    public long overQuota() {
        return overQuota.sum();
    }

    /** Messages refused to their publishers, for all reasons. */
    public long rejected() {
        return rejections.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** The same by reason; only those that occurred. */
    public Map<ErrorCode, Long> rejections() {
        Map<ErrorCode, Long> result = new EnumMap<>(ErrorCode.class);
        rejections.forEach((code, counter) -> {
            if (counter.sum() > 0) {
                result.put(code, counter.sum());
            }
        });
        return result;
    }
}
