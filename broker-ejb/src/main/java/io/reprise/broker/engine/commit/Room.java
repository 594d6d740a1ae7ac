package io.reprise.broker.engine.commit;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** How much may wait in a lane of the intake, KiB. Any thread takes of it, the committer gives back; a semaphore guards it. */
final class Room {
    private final int totalKib;
    private final Semaphore leftKib;
    private final AtomicBoolean opened = new AtomicBoolean();

    Room(int totalKib) {
        this.totalKib = totalKib;
        this.leftKib = new Semaphore(totalKib);
    }

    int totalKib() {
        return totalKib;
    }

    /** Whether any is left. */
    boolean isLeft() {
        return leftKib.availablePermits() > 0;
    }

    /**
     * Takes what an operation costs, all there is if it costs more; false if that is not there within {@code waitMillis}, 0 for at once.
     * Interrupts don't break off the wait, and are restored [LOG.md L29].
     */
    boolean take(Operation operation, long waitMillis) {
        int kib = kib(operation);
        return kib == 0 || leftKib.tryAcquire(kib) || waitMillis > 0 && await(kib, waitMillis);
    }

    private boolean await(int kib, long waitMillis) {
        boolean interrupted = false;
        long deadlineNanos = System.nanoTime() + waitMillis * 1_000_000;
        try {
            while (true) {
                try {
                    return leftKib.tryAcquire(kib, deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An operation waits no more. */
    void giveBack(Operation operation) {
        leftKib.release(kib(operation));
    }

    /** From now on there is room for all: who waits finds the lane closed. */
    void open() {
        if (opened.compareAndSet(false, true)) {
            leftKib.release(Integer.MAX_VALUE - totalKib);
        }
    }

    private int kib(Operation operation) {
        return Math.min(operation.intakeKib(), totalKib);
    }
}
