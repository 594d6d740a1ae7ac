package io.reprise.broker.it.bench;

import java.time.Duration;

/**
 * The time that counts, by {@link System#nanoTime}.
 *
 * @param fromNanos its begin
 * @param toNanos its end
 */
record Window(long fromNanos, long toNanos) {

    static Window after(Duration warmUp, Duration length) {
        long from = System.nanoTime() + warmUp.toNanos();
        return new Window(from, from + length.toNanos());
    }

    boolean contains(long nanos) {
        return nanos - fromNanos >= 0 && nanos - toNanos <= 0;
    }

    double perSecond(long messages) {
        return messages * 1e9 / (toNanos - fromNanos);
    }
}
