package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.LogRoom.Verdict;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Publishes for which the replay log has no room now, though its oldest entries may go: they wait here, a bounded time, while the
 * committer goes on with everything else [spec 2.1, LOG.md L17]. What a publisher sends after one that waits, waits behind it; those who
 * give no name count as one publisher. The committer's.
 */
final class ParkedPublishes {
    private static final String NAMELESS = "";

    private final LogRoom room;
    private final Intake intake;
    private final CommitCounters counters;
    private final CommitListener listener;
    private final long waitNanos;
    private final long maxBytes;
    private final ArrayDeque<Parked> parked = new ArrayDeque<>();
    /** How many wait of each publisher. */
    private final Map<String, Integer> waiting = new HashMap<>();

    private long bytes;
    /** Messages refused since that was told last. */
    private long refused;

    private record Parked(Operation operation, Set<String> publishers, int messages, long logBytes) {}

    /**
     * @param waitNanos how long one may wait
     * @param maxBytes how much may wait
     */
    ParkedPublishes(
            LogRoom room,
            Intake intake,
            CommitCounters counters,
            CommitListener listener,
            long waitNanos,
            long maxBytes) {
        this.room = room;
        this.intake = intake;
        this.counters = counters;
        this.listener = listener;
        this.waitNanos = waitNanos;
        this.maxBytes = maxBytes;
    }

    /** Whether one waits whose publisher sent these messages too. */
    boolean isBehindAnother(List<EncodedMessage> messages) {
        return !parked.isEmpty() && !Collections.disjoint(waiting.keySet(), publishers(messages));
    }

    /** Has an operation wait from now on; or on, if it was tried in vain. It is refused if too much waits. */
    void park(Operation operation, List<EncodedMessage> messages) {
        if (bytes + operation.entryBytes() > maxBytes) {
            refuse(operation, messages.size(), "and more than " + maxBytes + " B wait for room");
            return;
        }
        operation.waitAtMost(waitNanos);
        long logBytes = 0;
        for (EncodedMessage message : messages) {
            logBytes += room.takes(message.message().topic()) ? message.sizeBytes() : 0;
        }
        bytes += operation.entryBytes();
        Parked added = new Parked(operation, publishers(messages), messages.size(), logBytes);
        added.publishers().forEach(publisher -> waiting.merge(publisher, 1, Integer::sum));
        parked.add(added);
    }

    private static Set<String> publishers(List<EncodedMessage> messages) {
        Set<String> publishers = new HashSet<>(2);
        for (EncodedMessage message : messages) {
            PublisherStamp stamp = message.message().publisher();
            publishers.add(stamp == null ? NAMELESS : stamp.publisherId());
        }
        return publishers;
    }

    /** Those that have waited long enough are refused; those for which there is room now are tried again first of all. */
    void look(long nowNanos) {
        if (parked.isEmpty()) {
            return;
        }
        Set<String> before = new HashSet<>();
        long taken = 0;
        for (Iterator<Parked> all = parked.iterator(); all.hasNext(); ) {
            Parked next = all.next();
            if (next.operation().waitsForNanos(nowNanos) <= 0) {
                leave(next, all);
                refuse(next.operation(), next.messages(), "within replayLogWait, " + waitNanos / 1_000_000 + " ms");
            } else if (Collections.disjoint(before, next.publishers()) && isToBeTried(next, taken)) {
                leave(next, all);
                taken += next.logBytes();
                intake.tryAgain(next.operation());
            } else {
                before.addAll(next.publishers());
            }
        }
    }

    /** One that will never fit any more is tried too: it is refused then. */
    private boolean isToBeTried(Parked next, long taken) {
        return room.verdictAlone(taken + next.logBytes()) == Verdict.FITS
                || room.verdictAlone(next.logBytes()) == Verdict.NEVER;
    }

    private void leave(Parked one, Iterator<Parked> all) {
        all.remove();
        bytes -= one.operation().entryBytes();
        one.publishers()
                .forEach(publisher ->
                        waiting.computeIfPresent(publisher, (same, count) -> count == 1 ? null : count - 1));
    }

    /** How long the committer may rest: 0 if it is to look again at once, {@link Long#MAX_VALUE} if nothing waits. */
    long restNanos(long nowNanos) {
        if (parked.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Set<String> before = new HashSet<>();
        long least = Long.MAX_VALUE;
        for (Parked next : parked) {
            if (Collections.disjoint(before, next.publishers()) && isToBeTried(next, 0)) {
                return 0;
            }
            before.addAll(next.publishers());
            least = Math.min(least, Math.max(0, next.operation().waitsForNanos(nowNanos)));
        }
        return least;
    }

    /** A unit is more than the log may ever hold, or has waited in vain. */
    void refuse(Operation operation, int messages, String why) {
        Rejected outcome = new Rejected(
                ErrorCode.REPLAY_LOG_QUOTA_EXCEEDED,
                "not stored: no room in the replay log for " + messages + (messages == 1 ? " message, " : " messages, ")
                        + why);
        counters.rejected(outcome.code());
        refusedOverQuota(messages);
        operation.settle(outcome);
    }

    /** So many messages were refused as the log has no room. */
    void refusedOverQuota(int messages) {
        counters.overQuota.add(messages);
        refused += messages;
    }

    /** Tells what was refused, once for each entry. */
    void tell() {
        if (refused > 0) {
            listener.logOverQuota(refused);
            refused = 0;
        }
    }

    /** Nobody serves them any more. */
    void abandon(CommitOutcome outcome) {
        parked.forEach(each -> each.operation().settle(outcome));
        parked.clear();
        waiting.clear();
    }
}
