package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of a VPN (spec 1.1, 1.5); {@code docs/vpn-settings.md} comes from here. */
public final class VpnAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("VPN");

    public static final Attribute<Boolean> ENABLED = ALL.declare(
            "enabled",
            new AttributeType.Flag(),
            "",
            true,
            "Whether clients may use it. While it is off they are refused, and consumers and live streams lose it; what it holds stays, and"
                    + " administrators may look at it and change it.");
    public static final Attribute<Long> MAX_SPOOL_USAGE = ALL.declare(
            "maxMsgSpoolUsage",
            new AttributeType.Whole(0, 6_000_000),
            "MB",
            0L,
            "Room for messages on all endpoints together, in 10^6 bytes as endpoints count them, without the replay log; 0 is"
                    + " unlimited.");
    public static final Attribute<Boolean> REJECT_UNMATCHED = ALL.declare(
            "rejectMsgToSenderOnNoSubscriptionMatchEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether a message that no endpoint attracts is refused to its publisher, instead of acknowledged and dropped.");

    public static final Attribute<PromotionPolicy> PROMOTION_POLICY = ALL.declare(
            "promotionPolicy",
            new AttributeType.Choice<>(PromotionPolicy.class, PromotionPolicy::word),
            "",
            PromotionPolicy.DISCARD,
            "What happens to a direct message that endpoints or the replay log attract when storing can't keep up: they don't get it, or"
                    + " its publisher waits.");
    public static final Attribute<Long> SNAPSHOT_EXPIRE_TIME = ALL.declare(
            "snapshotExpireTime",
            new AttributeType.Whole(0, 315_360_000),
            "s",
            0L,
            "How long a subject's newest retained message is its snapshot, from when it was taken in; 0 is for ever.");
    public static final Attribute<Long> MAX_SNAPSHOTS = ALL.declare(
            "maxSnapshots",
            new AttributeType.Whole(0, 100_000_000),
            "",
            100_000L,
            "Of how many snapshots the content is kept in memory; that of others is read from the database.");
    public static final Attribute<Long> MAX_SNAPSHOT_BYTES = ALL.declare(
            "maxSnapshotBytes",
            new AttributeType.Whole(0, 1_000_000_000_000L),
            "B",
            64_000_000L,
            "How much content of snapshots is kept in memory.");
    public static final Attribute<Long> CACHE_EXPIRE_TIME = ALL.declare(
            "cacheExpireTime",
            new AttributeType.Whole(0, 86_400),
            "s",
            180L,
            "How long a guaranteed message is kept for history and recovery; 0 keeps none.");
    public static final Attribute<Long> MAX_CACHED_MESSAGES = ALL.declare(
            "maxCachedMessagesPerSubject",
            new AttributeType.Whole(0, 1_000_000),
            "",
            1_000L,
            "How many of a subject's newest guaranteed messages are kept for history and recovery.");
    public static final Attribute<Long> MAX_CACHE_BYTES = ALL.declare(
            "maxCacheBytes",
            new AttributeType.Whole(0, 1_000_000_000_000L),
            "B",
            64_000_000L,
            "How much is kept for history and recovery on all subjects together: sizes of messages, and 64 B for each.");

    private VpnAttributes() {}
}
