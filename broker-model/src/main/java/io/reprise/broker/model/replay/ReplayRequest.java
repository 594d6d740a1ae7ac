package io.reprise.broker.model.replay;

/**
 * What is to be replayed, and how fast [spec 2.2].
 *
 * @param from where it begins
 * @param to where it ends
 * @param ratePerSecond messages put on the endpoint in a second at most, 1–1,000,000; 0 = as fast as they are consumed. Holds for the
 *     replayed range only, not for what follows it live
 */
public record ReplayRequest(ReplayStart from, ReplayEnd to, int ratePerSecond) {
    /** The highest rate that may be asked for. */
    public static final int MAX_RATE_PER_SECOND = 1_000_000;

    /** From there on, to the end of the log, at full speed. */
    public static ReplayRequest from(ReplayStart start) {
        return new ReplayRequest(start, new ReplayEnd.WholeLog(), 0);
    }
}
