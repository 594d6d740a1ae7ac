package io.reprise.broker.engine.vpn;

import java.time.Duration;

/**
 * An engine's measures.
 *
 * @param node this server's name, told to whom finds it a live owner
 * @param publishTimeout how long a publish waits for its outcome [spec 1.5]
 * @param intakeKib how much may wait to be stored, KiB for each VPN
 * @param cacheBytes how much of the log is kept in memory for reading, for each VPN
 * @param checkpointInterval how often differences are written to the checkpoint
 * @param dutyInterval how often expiry, reclaiming and ownership are looked after
 */
public record EngineSettings(
        String node,
        Duration publishTimeout,
        int intakeKib,
        long cacheBytes,
        Duration checkpointInterval,
        Duration dutyInterval) {
    private static final long MIB = 1 << 20;

    /** What holds unless somebody says otherwise; the cache is a tenth of the heap, between 16 and 256 MiB. */
    public static EngineSettings defaults(String node) {
        long cacheBytes =
                Math.max(16 * MIB, Math.min(256 * MIB, Runtime.getRuntime().maxMemory() / 10));
        return new EngineSettings(
                node, Duration.ofSeconds(30), 64 * 1024, cacheBytes, Duration.ofMillis(200), Duration.ofSeconds(1));
    }

    public EngineSettings withPublishTimeout(Duration value) {
        return new EngineSettings(node, value, intakeKib, cacheBytes, checkpointInterval, dutyInterval);
    }

    public EngineSettings withIntakeKib(int value) {
        return new EngineSettings(node, publishTimeout, value, cacheBytes, checkpointInterval, dutyInterval);
    }

    public EngineSettings withCacheBytes(long value) {
        return new EngineSettings(node, publishTimeout, intakeKib, value, checkpointInterval, dutyInterval);
    }

    public EngineSettings withCheckpointInterval(Duration value) {
        return new EngineSettings(node, publishTimeout, intakeKib, cacheBytes, value, dutyInterval);
    }
}
