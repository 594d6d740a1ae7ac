package io.reprise.broker.model.management;

import java.time.Instant;

/** Counts for one object what {@link PushStatistics} tells. Guarded by its monitor. */
public final class PushFigures {
    private boolean up;
    private String lastFailureReason = "";
    private long lastFailureTime;
    private long inFlight;
    private long posted;
    private long acked;
    private long failed;
    private long unreached;
    private long refused;

    /** It works. */
    public synchronized void up() {
        up = true;
    }

    /** It was taken out of use, by an administrator or with the broker. */
    public synchronized void off() {
        up = false;
    }

    /** It does not work. */
    public synchronized void down(String reason, Instant now) {
        up = false;
        remember(reason, now);
    }

    /** A message is taken, to be posted. */
    public synchronized void taken() {
        inFlight++;
    }

    /** A message was posted and acknowledged. */
    public synchronized void acked() {
        inFlight--;
        posted++;
        acked++;
    }

    /** A message was posted and not taken. */
    public synchronized void failed(String reason, Instant now) {
        inFlight--;
        posted++;
        failed++;
        remember(reason, now);
    }

    /** A message was not posted. */
    public synchronized void unreached() {
        inFlight--;
        unreached++;
    }

    /** The target is not allowed. */
    public synchronized void refused() {
        refused++;
    }

    private void remember(String reason, Instant now) {
        lastFailureReason = reason;
        lastFailureTime = now.getEpochSecond();
    }

    public synchronized PushStatistics now() {
        return new PushStatistics(
                up, lastFailureReason, lastFailureTime, inFlight, posted, acked, failed, unreached, refused);
    }
}
