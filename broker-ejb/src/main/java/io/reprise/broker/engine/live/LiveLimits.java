package io.reprise.broker.engine.live;

import io.reprise.broker.model.management.VpnSettings;

/**
 * The settings of a VPN that bound its snapshots and its history, for quick use.
 *
 * @param snapshotMillis how long a snapshot lasts; 0 = for ever
 * @param maxSnapshots of how many the content is in memory
 * @param maxSnapshotBytes how much of it
 * @param cacheMillis how long a message is kept for history; 0 = not at all
 * @param maxPerSubject how many of a subject
 * @param maxCacheBytes how much of all subjects
 */
record LiveLimits(
        long snapshotMillis,
        long maxSnapshots,
        long maxSnapshotBytes,
        long cacheMillis,
        int maxPerSubject,
        long maxCacheBytes) {
    static LiveLimits of(VpnSettings settings) {
        return new LiveLimits(
                settings.snapshotExpireTime().toMillis(),
                settings.maxSnapshots(),
                settings.maxSnapshotBytes(),
                settings.cacheExpireTime().toMillis(),
                settings.maxCachedMessagesPerSubject(),
                settings.maxCacheBytes());
    }

    /** Whether a snapshot that was taken in then is one no longer: from the very millisecond at which its time is over [spec 3.1]. */
    boolean isSnapshotExpired(long takenInMillis, long nowMillis) {
        return snapshotMillis > 0 && nowMillis - takenInMillis >= snapshotMillis;
    }

    /** Whether a message that was taken in then is too old for history and recovery [spec 3.2]. */
    boolean isTooOldToKeep(long takenInMillis, long nowMillis) {
        return nowMillis - takenInMillis >= cacheMillis;
    }

    boolean keepNone() {
        return cacheMillis == 0 || maxPerSubject == 0;
    }
}
