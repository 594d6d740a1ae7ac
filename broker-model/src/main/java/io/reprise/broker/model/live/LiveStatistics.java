package io.reprise.broker.model.live;

/**
 * The live side's figures at one moment; counters since the broker serves the VPN.
 *
 * @param subscribers live subscriptions
 * @param subjects known subjects
 * @param snapshots of them with a retained message
 * @param snapshotBytes sizes of those whose content is in memory
 * @param cachedMsgs kept as history
 * @param cachedBytes their sizes, and 64 B for each
 * @param directMsgs published direct
 * @param demotedMsgs guaranteed ones that went to at least one live subscriber
 * @param promotedMsgs direct ones stored for at least one endpoint or the replay log
 * @param promotionDiscards direct ones of which that was not done, for want of room
 * @param deliveredMsgs handed to live subscribers
 * @param directDiscards direct ones lost in a subscriber's own buffer
 * @param intakeDiscards direct ones dropped before any subscriber had them, as the live side did not keep up
 * @param slowSubscribersEnded subscriptions ended as they did not keep up with guaranteed messages
 * @param snapshotsServed to subscribers
 * @param historyHits messages of the history served
 * @param recoveriesInSync recoveries that were complete
 * @param recoveriesResynced recoveries that were not
 * @param evictedMsgs that left the history for a bound, not for their age
 */
public record LiveStatistics(
        int subscribers,
        long subjects,
        long snapshots,
        long snapshotBytes,
        long cachedMsgs,
        long cachedBytes,
        long directMsgs,
        long demotedMsgs,
        long promotedMsgs,
        long promotionDiscards,
        long deliveredMsgs,
        long directDiscards,
        long intakeDiscards,
        long slowSubscribersEnded,
        long snapshotsServed,
        long historyHits,
        long recoveriesInSync,
        long recoveriesResynced,
        long evictedMsgs) {
    /** Of a VPN that is not served. */
    public static final LiveStatistics NONE =
            new LiveStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
