package io.reprise.broker.engine.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The waits between attempts of one piece of work: short at first, then up to half a second; over at once when it is given up. An
 * interrupt does not end a wait; it is put back on the thread by {@link #close()} [LOG.md L29]. One thread.
 */
final class Patience implements AutoCloseable {
    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 500;

    private final CountDownLatch givenUp;
    private long nextMillis;
    private boolean interrupted = Thread.interrupted();

    Patience(CountDownLatch givenUp) {
        this.givenUp = givenUp;
    }

    /** Waits before the next attempt, not at all before the first; false when given up. */
    boolean goOn() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(nextMillis);
        nextMillis = nextMillis == 0 ? FIRST_MILLIS : Math.min(LONGEST_MILLIS, nextMillis * 2);
        while (true) {
            try {
                interrupted |= Thread.interrupted();
                return !givenUp.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException putOff) {
                interrupted = true;
            }
        }
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
