package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of a VPN (spec 1.1, 1.5); {@code docs/vpn-settings.md} comes from here. */
public final class VpnAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("VPN");

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

    private VpnAttributes() {}
}
