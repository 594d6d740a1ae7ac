package io.reprise.broker.engine.commit;

import java.util.concurrent.atomic.AtomicLongArray;

/** How often something happened in the last minute, by the second. The committer adds, anyone asks. */
final class LastMinute {
    private static final int SECONDS = 60;
    private static final long MILLIS = 1_000;

    /** Which second a slot is of. */
    private final AtomicLongArray seconds = new AtomicLongArray(SECONDS);

    private final AtomicLongArray counts = new AtomicLongArray(SECONDS);

    void add(long timeMillis, long times) {
        if (times == 0) {
            return;
        }
        long second = timeMillis / MILLIS;
        int slot = (int) (second % SECONDS);
        if (seconds.get(slot) != second) {
            counts.set(slot, 0);
            seconds.set(slot, second);
        }
        counts.addAndGet(slot, times);
    }

    /** In the second that this is in, and in the 59 before it. */
    long count(long nowMillis) {
        long after = nowMillis / MILLIS - SECONDS;
        long sum = 0;
        for (int slot = 0; slot < SECONDS; slot++) {
            sum += seconds.get(slot) > after ? counts.get(slot) : 0;
        }
        return sum;
    }
}
