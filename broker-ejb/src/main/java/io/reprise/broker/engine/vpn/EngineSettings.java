package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.configuration.Configuration;
import io.reprise.broker.engine.configuration.EngineKeys;
import java.time.Duration;

/**
 * An engine's measures.
 *
 * @param node this server's name, told to whom finds it a live owner
 * @param publishTimeout how long a publish waits for its outcome [spec 1.5]
 * @param intakeKib how much may wait to be stored, KiB for each VPN
 * @param promotionKib how much of direct messages may wait to be promoted, KiB for each VPN [spec 1.5]
 * @param cacheBytes how much of the log is kept in memory for reading, for each VPN
 * @param checkpointInterval how often differences are written to the checkpoint
 * @param dutyInterval how often expiry, reclaiming and ownership are looked after
 * @param leastMarkAge how long a delivery lasts before the next entry marks it
 * @param forcedMarkAge how long it lasts before an entry is written for its mark alone
 * @param snapshotFlushInterval how often retained direct messages are stored as snapshots [spec 3.1]
 * @param replayLogWait how long a publish waits for room in the replay log [spec 2.1]
 */
public record EngineSettings(
        String node,
        Duration publishTimeout,
        int intakeKib,
        int promotionKib,
        long cacheBytes,
        Duration checkpointInterval,
        Duration dutyInterval,
        Duration leastMarkAge,
        Duration forcedMarkAge,
        Duration replayLogWait,
        Duration snapshotFlushInterval) {
    private static final long MIB = 1 << 20;

    /** What holds unless somebody says otherwise. */
    public static EngineSettings defaults(String node) {
        return from(Configuration.defaults(), node);
    }

    /** As configured. */
    public static EngineSettings from(Configuration configuration, String node) {
        return new EngineSettings(
                node,
                configuration.millis(EngineKeys.PUBLISH_TIMEOUT),
                (int) configuration.number(EngineKeys.INTAKE_SIZE),
                (int) configuration.number(EngineKeys.PROMOTION_SIZE),
                cacheBytes(configuration.number(EngineKeys.CACHE_SIZE)),
                configuration.millis(EngineKeys.CHECKPOINT_INTERVAL),
                configuration.millis(EngineKeys.DUTY_INTERVAL),
                configuration.millis(EngineKeys.LEAST_MARK_AGE),
                configuration.millis(EngineKeys.FORCED_MARK_AGE),
                configuration.millis(EngineKeys.REPLAY_LOG_WAIT),
                configuration.millis(EngineKeys.SNAPSHOT_FLUSH_INTERVAL));
    }

    private static long cacheBytes(long configuredMib) {
        return configuredMib > 0
                ? configuredMib * MIB
                : Math.max(16 * MIB, Math.min(256 * MIB, Runtime.getRuntime().maxMemory() / 10));
    }

    public EngineSettings withPublishTimeout(Duration value) {
        return new EngineSettings(
                node,
                value,
                intakeKib,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withIntakeKib(int value) {
        return new EngineSettings(
                node,
                publishTimeout,
                value,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withPromotionKib(int value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                value,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withCacheBytes(long value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                value,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withCheckpointInterval(Duration value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                cacheBytes,
                value,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withDutyInterval(Duration value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                value,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                snapshotFlushInterval);
    }

    /** Deliveries are marked at these ages. */
    public EngineSettings withMarkAges(Duration least, Duration forced) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                least,
                forced,
                replayLogWait,
                snapshotFlushInterval);
    }

    public EngineSettings withReplayLogWait(Duration value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                value,
                snapshotFlushInterval);
    }

    public EngineSettings withSnapshotFlushInterval(Duration value) {
        return new EngineSettings(
                node,
                publishTimeout,
                intakeKib,
                promotionKib,
                cacheBytes,
                checkpointInterval,
                dutyInterval,
                leastMarkAge,
                forcedMarkAge,
                replayLogWait,
                value);
    }
}
