package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the committer [LOG.md L5]: settlements in a lane of their own, served first and bounded by what is in
 * flight; publishes in another, bounded in bytes, so that publishers wait when the database can't keep up; promoted messages in a third,
 * which gives way to these ({@link PromotionLane}). Any thread offers, the committer polls; lock-free queues and a {@link Room} guard it.
 */
final class Intake {
    private final Queue<Operation> settlements = new ConcurrentLinkedQueue<>();
    private final Queue<Operation> publishes = new ConcurrentLinkedQueue<>();
    private final PromotionLane promotions;
    /** Taken by {@link #poll} but put back, as the entry was full. The committer's. */
    private final ArrayDeque<Operation> putBack = new ArrayDeque<>();

    private final AtomicInteger queued = new AtomicInteger();
    private final Room room;
    private final PresentedMarks marks;
    private volatile @Nullable Thread committer;
    /** It parks, and does not know of a mark that will be due. */
    private volatile boolean resting;

    private volatile boolean idle;
    private volatile @Nullable CommitOutcome closedWith;

    /**
     * @param totalKib how much may wait
     * @param promotionKib how much may wait to be promoted
     * @param marks what forces an entry when it has waited long enough
     */
    Intake(int totalKib, int promotionKib, PresentedMarks marks) {
        this.promotions = new PromotionLane(promotionKib);
        this.marks = marks;
        this.room = new Room(totalKib);
    }

    /** Puts an operation in. A publish waits for room, at most {@code waitMillis}; past that it is rejected. */
    void offer(Operation operation, long waitMillis) {
        if (!room.take(operation, waitMillis)) {
            operation.withdraw(new CommitOutcome.Rejected(
                    ErrorCode.BACK_PRESSURE,
                    "not stored: no room in the intake of " + room.totalKib() + " KiB within " + waitMillis + " ms"));
            return;
        }
        queued.incrementAndGet();
        (operation.intakeKib() > 0 ? publishes : settlements).add(operation);
        CommitOutcome closed = closedWith;
        if (closed != null) {
            operation.withdraw(closed);
        }
        wake();
    }

    /** Puts a message in that may be left out: without room within {@code waitMillis} it is rejected. */
    void offerPromoted(PromoteOperation operation, long waitMillis) {
        if (promotions.offer(operation, waitMillis)) {
            CommitOutcome closed = closedWith;
            if (closed != null) {
                operation.withdraw(closed);
            }
            // Whoever is first must be known of, too: the committer may rest until something comes.
            if (promotions.isFirst(operation) || promotions.restNanos(System.nanoTime()) <= 0) {
                wake();
            }
        }
    }

    /** The next promoted message, if the entry may have more of them now; null if not. The committer only. */
    @Nullable
    Operation pollPromoted(Draft draft) {
        return promotions.poll(draft, System.nanoTime());
    }

    /** Whether a message to be promoted has room now, if it is small. */
    boolean mayPromote() {
        return promotions.hasRoom();
    }

    private void wake() {
        if (idle) {
            Thread thread = committer;
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }

    /** The next operation, taken and the caller's now; null if there is none. The committer only. */
    @Nullable
    Operation poll() {
        Operation again = putBack.poll();
        if (again != null) {
            return again;
        }
        while (true) {
            Operation next = settlements.poll();
            if (next == null) {
                next = publishes.poll();
                if (next != null) {
                    promotions.giveWay(System.nanoTime());
                }
            }
            if (next == null) {
                return null;
            }
            queued.decrementAndGet();
            room.giveBack(next);
            if (next.take()) {
                return next;
            }
        }
    }

    /** A taken operation that did not fit: the next {@link #poll} gives it again. The committer only. */
    void putBack(Operation operation) {
        putBack.addFirst(operation);
    }

    /** A taken operation that had to wait: a {@link #poll} soon gives it again, in turn. The committer only. */
    void tryAgain(Operation operation) {
        putBack.addLast(operation);
    }

    /** A delivery began: it is marked in the log if it lasts. Any thread. */
    void presented(EngineDelivery delivery) {
        marks.add(delivery);
        Thread thread = committer;
        if (resting && thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** What is presented and not marked is so with the next entry, however young. */
    void markRegardlessOfAge() {
        marks.regardlessOfAge();
    }

    /**
     * Parks the committer until something is put in, a mark is due, or {@code wake} is called by {@link #close}.
     *
     * @param atMostNanos after which it goes on in any case; {@link Long#MAX_VALUE} for ever
     */
    void awaitWork(long atMostNanos) {
        long beganNanos = System.nanoTime();
        committer = Thread.currentThread();
        idle = true;
        try {
            boolean interrupted = false;
            while (putBack.isEmpty() && settlements.isEmpty() && publishes.isEmpty() && closedWith == null) {
                long nowNanos = System.nanoTime();
                long untilMarkNanos = marks.forcedInNanos(nowNanos);
                long leftNanos = atMostNanos == Long.MAX_VALUE ? atMostNanos : atMostNanos - (nowNanos - beganNanos);
                long untilPromotionNanos = promotions.restNanos(nowNanos);
                if (untilMarkNanos <= 0 || leftNanos <= 0 || untilPromotionNanos <= 0) {
                    break;
                }
                park(untilMarkNanos, Math.min(leftNanos, untilPromotionNanos));
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                // The server interrupts its threads before it stops the adapter; the drain comes after that [LOG.md
                // L29].
                System.getLogger(Intake.class.getName()).log(System.Logger.Level.DEBUG, "interrupt ignored");
            }
        } finally {
            idle = false;
        }
    }

    private void park(long untilMarkNanos, long leftNanos) {
        if (untilMarkNanos < Long.MAX_VALUE) {
            LockSupport.parkNanos(this, Math.min(untilMarkNanos, leftNanos));
            return;
        }
        resting = true;
        if (marks.isEmpty() && leftNanos == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else if (marks.isEmpty()) {
            LockSupport.parkNanos(this, leftNanos);
        }
        resting = false;
    }

    /**
     * From now on everything offered, and every publish still queued, ends with this outcome. Settlements that are queued are
     * still served: what was counted or acknowledged before a clean stop is not lost by it.
     */
    void close(CommitOutcome outcome) {
        shut(outcome);
        withdrawAll(publishes, outcome);
        promotions.close(outcome);
        Thread thread = committer;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Who waits for room waits no more, and finds it closed. */
    private void shut(CommitOutcome outcome) {
        closedWith = outcome;
        room.open();
    }

    private static void withdrawAll(Queue<Operation> lane, CommitOutcome outcome) {
        lane.forEach(operation -> operation.withdraw(outcome));
    }

    /** Whether it is closed and nothing is left to be served. */
    boolean isOver() {
        return closedWith != null && putBack.isEmpty() && settlements.isEmpty();
    }

    /** Ends everything that is still queued; nobody serves it any more. */
    void abandon(CommitOutcome outcome) {
        shut(outcome);
        withdrawAll(settlements, outcome);
        withdrawAll(publishes, outcome);
        promotions.close(outcome);
    }

    /** Operations waiting. */
    int size() {
        return queued.get();
    }
}
