package io.reprise.broker.engine.commit;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Direct messages on their way to endpoints and the replay log [spec 1.5]: bounded, and giving way to guaranteed traffic. While there is
 * some, a few of them travel with each of its entries, and none has an entry of its own that others would wait for. Any thread offers,
 * the committer polls; a lock-free queue and a semaphore guard it.
 */
final class PromotionLane {
    /** So much of them travels in an entry with guaranteed messages. */
    private static final int ASIDE_BYTES = 32 * 1024;

    /** So much of them is in an entry of their own: it is written soon, if somebody comes meanwhile. */
    private static final int ALONE_BYTES = 256 * 1024;

    /** So long after the last guaranteed publish they have no entry of their own. */
    private static final long GIVE_WAY_NANOS = 20_000_000;

    private final Queue<PromoteOperation> waiting = new ConcurrentLinkedQueue<>();
    private final Semaphore roomKib;
    private final int totalKib;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** From when on they may have an entry of their own; written by the committer. */
    private volatile long aloneFromNanos = System.nanoTime();

    PromotionLane(int totalKib) {
        this.totalKib = totalKib;
        this.roomKib = new Semaphore(totalKib);
    }

    /** Puts one in; without room within {@code waitMillis} it is rejected, and false told. */
    boolean offer(PromoteOperation operation, long waitMillis) {
        int kib = Math.min(operation.intakeKib(), totalKib);
        if (!roomKib.tryAcquire(kib) && !waitForRoom(kib, waitMillis)) {
            operation.withdraw(new CommitOutcome.Rejected(
                    ErrorCode.BACK_PRESSURE, "not promoted: no room in the lane of " + totalKib + " KiB"));
            return false;
        }
        waiting.add(operation);
        return true;
    }

    boolean hasRoom() {
        return roomKib.availablePermits() > 0;
    }

    private boolean waitForRoom(int kib, long waitMillis) {
        if (waitMillis <= 0) {
            return false;
        }
        try {
            return roomKib.tryAcquire(kib, waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
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
            roomKib.release(Math.min(next.intakeKib(), totalKib));
            if (next.take()) {
                return next;
            }
            next = waiting.poll();
        }
        return null;
    }

    /** What waits ends like this, and who waits for room waits no more. */
    void close(CommitOutcome outcome) {
        if (closed.compareAndSet(false, true)) {
            roomKib.release(Integer.MAX_VALUE - totalKib);
        }
        waiting.forEach(operation -> operation.withdraw(outcome));
    }
}
