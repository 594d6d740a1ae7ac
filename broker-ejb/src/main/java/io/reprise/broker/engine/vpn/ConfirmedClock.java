package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.store.StoreUnavailableException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The wall clock as the engine goes by it [LOG.md L20]: a jump of more than a minute, either way, that the database's clock
 * doesn't confirm is refused, with an alarm; time then goes on from before the jump until wall clock and database agree again.
 * Else a wrong clock would expire a whole backlog at once, or set the order's times far into the future for good. Thread-safe;
 * asks the database only after a jump, and then on the calling thread, which holds no lock.
 */
final class ConfirmedClock implements InstantSource {
    /** A larger difference to where the clock should be is a jump. */
    static final long MAX_JUMP_MILLIS = 60_000;

    /** A refused jump is asked about again after so long. */
    static final long ASK_AGAIN_NANOS = 10_000_000_000L;

    private static final System.Logger LOG = System.getLogger(ConfirmedClock.class.getName());
    private static final long MARK_EVERY_NANOS = 1_000_000_000L;

    private final InstantSource wallClock;
    private final LongSupplier monotonicNanos;
    private final LongSupplier databaseMillis;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile Mark mark;
    private volatile boolean refusing;
    private volatile long askedNanos;

    /** A moment of which both clocks are known. */
    private record Mark(long millis, long nanos) {
        long millisAt(long nowNanos) {
            return millis + (nowNanos - nanos) / 1_000_000;
        }
    }

    /**
     * Asks the database at once: a clock that is wrong at the start is refused like one that jumps.
     *
     * @param monotonicNanos a clock that never jumps
     * @param databaseMillis the database's clock, milliseconds of the epoch; may throw {@link StoreUnavailableException}
     */
    ConfirmedClock(InstantSource wallClock, LongSupplier monotonicNanos, LongSupplier databaseMillis) {
        this.wallClock = wallClock;
        this.monotonicNanos = monotonicNanos;
        this.databaseMillis = databaseMillis;
        this.mark = new Mark(databaseMillis.getAsLong(), monotonicNanos.getAsLong());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        long nowNanos = monotonicNanos.getAsLong();
        long nowMillis = wallClock.millis();
        Mark last = mark;
        long expectedMillis = last.millisAt(nowNanos);
        if (Math.abs(nowMillis - expectedMillis) > MAX_JUMP_MILLIS) {
            return isConfirmed(nowMillis, expectedMillis, nowNanos) ? accept(nowMillis, nowNanos) : expectedMillis;
        }
        if (refusing || nowNanos - last.nanos() > MARK_EVERY_NANOS) {
            return accept(nowMillis, nowNanos);
        }
        return nowMillis;
    }

    /** Whether a jump is being refused now: somebody should look at this machine's clock, or the database's. */
    boolean isRefusing() {
        return refusing;
    }

    private long accept(long nowMillis, long nowNanos) {
        mark = new Mark(nowMillis, nowNanos);
        if (refusing) {
            refusing = false;
            LOG.log(System.Logger.Level.INFO, "the wall clock agrees again: {0}", Instant.ofEpochMilli(nowMillis));
        }
        return nowMillis;
    }

    private boolean isConfirmed(long nowMillis, long expectedMillis, long nowNanos) {
        boolean askedJustNow = refusing && nowNanos - askedNanos < ASK_AGAIN_NANOS;
        if (askedJustNow || !asking.compareAndSet(false, true)) {
            return false;
        }
        try {
            askedNanos = nowNanos;
            long database = databaseMillis.getAsLong();
            boolean confirmed = Math.abs(nowMillis - database) <= MAX_JUMP_MILLIS;
            if (!confirmed) {
                refuse(nowMillis, expectedMillis, "the database's clock says " + Instant.ofEpochMilli(database));
            }
            return confirmed;
        } catch (StoreUnavailableException e) {
            refuse(nowMillis, expectedMillis, "the database can't be asked: " + e.getMessage());
            return false;
        } finally {
            asking.set(false);
        }
    }

    private void refuse(long nowMillis, long expectedMillis, String why) {
        if (!refusing) {
            refusing = true;
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the wall clock jumped by {0} ms to {1} and is not believed; {2}. Time goes on from {3}",
                    String.valueOf(nowMillis - expectedMillis),
                    Instant.ofEpochMilli(nowMillis),
                    why,
                    Instant.ofEpochMilli(expectedMillis));
        }
    }
}
