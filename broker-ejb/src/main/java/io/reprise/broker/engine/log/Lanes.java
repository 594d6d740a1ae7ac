package io.reprise.broker.engine.log;

/**
 * How a lane number is made up [LOG.md L14]: bits 0–3 the priority by which it is served (4 where priorities are not
 * respected), bits 4–9 the coarse expiry bucket (0 = never expires, else 1 + log2 of the time to live in seconds). Bits 10–13
 * are kept for the lane's role: 0 = backlog; held-back and set-aside lanes come with replay. Bits 14–23 are the partition; a
 * message that leaves a partitioned queue for another endpoint keeps it there, for its way back.
 */
public final class Lanes {
    /** How many priorities there are. */
    public static final int PRIORITIES = 10;

    private static final int PRIORITY_MASK = 0xF;
    private static final int BUCKET_SHIFT = 4;
    private static final int BUCKET_MASK = 0x3F;
    private static final int PARTITION_SHIFT = 14;

    private Lanes() {}

    /**
     * The lane of a message in an endpoint's backlog.
     *
     * @param priority 0–9
     * @param timeToLiveMillis what it has to live from now, 0 = for ever
     */
    public static int backlog(int priority, long timeToLiveMillis) {
        return priority | bucket(timeToLiveMillis) << BUCKET_SHIFT;
    }

    /** The lane of the same partition. */
    public static int ofPartition(int lane, int partition) {
        return lane & (1 << PARTITION_SHIFT) - 1 | partition << PARTITION_SHIFT;
    }

    public static int partition(int lane) {
        return lane >>> PARTITION_SHIFT;
    }

    public static int priority(int lane) {
        return lane & PRIORITY_MASK;
    }

    /** Whether messages of the lane expire at all. */
    public static boolean expires(int lane) {
        return (lane >> BUCKET_SHIFT & BUCKET_MASK) != 0;
    }

    private static int bucket(long timeToLiveMillis) {
        if (timeToLiveMillis == 0) {
            return 0;
        }
        long seconds = timeToLiveMillis / 1000;
        return seconds <= 1 ? 1 : 1 + (63 - Long.numberOfLeadingZeros(seconds));
    }
}
