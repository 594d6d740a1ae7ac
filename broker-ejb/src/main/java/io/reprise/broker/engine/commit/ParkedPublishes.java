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
 * give no name count as one publisher. A direct message on a subject of one that waits, waits behind it too [LOG.md L28]. The committer's.
 */
final class ParkedPublishes {
    private static final Key NAMELESS = new Key(false, "");

    private final LogRoom room;
    private final Intake intake;
    private final CommitCounters counters;
    private final CommitListener listener;
    private final long waitNanos;
    private final long maxBytes;
    private final ArrayDeque<Parked> parked = new ArrayDeque<>();
    /** How many wait of each publisher, and on each subject. */
    private final Map<Key, Integer> waiting = new HashMap<>();

    private long bytes;
    /** Messages refused since that was told last. */
    private long refused;

    /** A publisher, or a subject. */
    private record Key(boolean isSubject, String name) {}

    /**
     * One that waits.
     *
     * @param behind it is not tried before what holds one of these and came before it
     * @param messages that it stores; 0 if it only keeps its place
     * @param bytes what it counts of what may wait
     */
    private record Parked(
            Operation operation, Set<Key> behind, Set<Key> holds, int messages, long logBytes, long bytes) {}

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
        Set<Key> publishers = publishers(messages);
        Set<Key> holds = new HashSet<>(publishers);
        messages.forEach(
                message -> holds.add(new Key(true, message.message().topic().text())));
        add(new Parked(operation, publishers, holds, messages.size(), logBytes, operation.entryBytes()));
    }

    /** Has a direct message wait if a publish on its subject does; whether that is so. It is lost if too much waits. */
    boolean parkIfBehind(FollowOperation follow) {
        Key subject = new Key(true, follow.subject());
        if (!waiting.containsKey(subject)) {
            return false;
        }
        long followBytes = follow.intakeKib() * 1024L;
        if (bytes + followBytes > maxBytes) {
            follow.settle(new Rejected(ErrorCode.BACK_PRESSURE, "more than " + maxBytes + " B wait for room"));
        } else {
            follow.waitAtMost(waitNanos);
            add(new Parked(follow, Set.of(subject), Set.of(subject), 0, 0, followBytes));
        }
        return true;
    }

    private void add(Parked added) {
        bytes += added.bytes();
        added.holds().forEach(key -> waiting.merge(key, 1, Integer::sum));
        parked.add(added);
    }

    private static Set<Key> publishers(List<EncodedMessage> messages) {
        Set<Key> publishers = new HashSet<>(2);
        for (EncodedMessage message : messages) {
            PublisherStamp stamp = message.message().publisher();
            publishers.add(stamp == null ? NAMELESS : new Key(false, stamp.publisherId()));
        }
        return publishers;
    }

    /** Those that have waited long enough are refused; those for which there is room now are tried again first of all. */
    void look(long nowNanos) {
        if (parked.isEmpty()) {
            return;
        }
        Set<Key> before = new HashSet<>();
        long taken = 0;
        for (Iterator<Parked> all = parked.iterator(); all.hasNext(); ) {
            Parked next = all.next();
            if (next.messages() > 0 && next.operation().waitsForNanos(nowNanos) <= 0) {
                leave(next, all);
                refuse(next.operation(), next.messages(), "within replayLogWait, " + waitNanos / 1_000_000 + " ms");
            } else if (Collections.disjoint(before, next.behind()) && isToBeTried(next, taken)) {
                leave(next, all);
                taken += next.logBytes();
                intake.tryAgain(next.operation());
            } else {
                before.addAll(next.holds());
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
        bytes -= one.bytes();
        one.holds().forEach(key -> waiting.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1));
    }

    /** How long the committer may rest: 0 if it is to look again at once, {@link Long#MAX_VALUE} if nothing waits. */
    long restNanos(long nowNanos) {
        if (parked.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Set<Key> before = new HashSet<>();
        long least = Long.MAX_VALUE;
        for (Parked next : parked) {
            if (Collections.disjoint(before, next.behind()) && isToBeTried(next, 0)) {
                return 0;
            }
            before.addAll(next.holds());
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
