package io.reprise.broker.engine.commit;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Direct messages on their way to endpoints and the replay log [spec 1.5]: bounded, and giving way to guaranteed traffic. While there is
 * some, a few of them travel with each of its entries, and none has an entry of its own that others would wait for. Any thread offers,
 * the committer polls; a lock-free queue and a {@link Room} guard it.
 */
final class PromotionLane {
    /** So much of them travels in an entry with guaranteed messages. */
    private static final int ASIDE_BYTES = 32 * 1024;

    /** So much of them is in an entry of their own: it is written soon, if somebody comes meanwhile. */
    private static final int ALONE_BYTES = 256 * 1024;

    /** So long after the last guaranteed publish they have no entry of their own. */
    private static final long GIVE_WAY_NANOS = 20_000_000;

    private final Queue<PromoteOperation> waiting = new ConcurrentLinkedQueue<>();
    private final Room room;
    /** From when on they may have an entry of their own; written by the committer. */
    private volatile long aloneFromNanos = System.nanoTime();

    PromotionLane(int totalKib) {
        this.room = new Room(totalKib);
    }

    /** Puts one in; without room within {@code waitMillis} it is rejected, and false told. */
    boolean offer(PromoteOperation operation, long waitMillis) {
        if (!room.take(operation, waitMillis)) {
            operation.withdraw(new CommitOutcome.Rejected(
                    ErrorCode.BACK_PRESSURE, "not promoted: no room in the lane of " + room.totalKib() + " KiB"));
            return false;
        }
        waiting.add(operation);
        return true;
    }

    /** Whether none waits before it; asked by who put it in. */
    boolean isFirst(PromoteOperation operation) {
        return waiting.peek() == operation;
    }

    boolean hasRoom() {
        return room.isLeft();
    }

    /** A guaranteed message is being stored. The committer's. */
    void giveWay(long nowNanos) {
        aloneFromNanos = nowNanos + GIVE_WAY_NANOS;
    }

    /** How long the committer need not be woken for what waits; {@link Long#MAX_VALUE} if nothing does. */
    long restNanos(long nowNanos) {
        return waiting.isEmpty() ? Long.MAX_VALUE : aloneFromNanos - nowNanos;
    }

    /** The next one, taken, if the draft may have more of them; null if not. The committer's. */
    @Nullable
    Operation poll(Draft draft, long nowNanos) {
        boolean alone = aloneFromNanos - nowNanos <= 0;
        if (waiting.isEmpty()
                || !alone && draft.isBlank()
                || draft.promotedBytes() >= (alone ? ALONE_BYTES : ASIDE_BYTES)) {
            return null;
        }
        PromoteOperation next = waiting.poll();
        while (next != null) {
            room.giveBack(next);
            if (next.take()) {
                return next;
            }
            next = waiting.poll();
        }
        return null;
    }

    /** What waits ends like this, and who waits for room waits no more. */
    void close(CommitOutcome outcome) {
        room.open();
        waiting.forEach(operation -> operation.withdraw(outcome));
    }
}
