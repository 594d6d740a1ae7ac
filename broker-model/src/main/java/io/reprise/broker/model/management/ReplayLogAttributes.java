package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of a replay log (spec 2.1); {@code docs/replay-log-settings.md} comes from here. */
public final class ReplayLogAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("replay log");

    public static final Attribute<Boolean> INGRESS_ENABLED = ALL.declare(
            "ingressEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether messages are put into it; endpoints get them either way. Needs a quota.");
    public static final Attribute<Boolean> EGRESS_ENABLED = ALL.declare(
            "egressEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether endpoints can be replayed from it. Needs a quota.");
    public static final Attribute<Long> MAX_SPOOL_USAGE = ALL.declare(
            "maxSpoolUsage",
            new AttributeType.Whole(0, 6_000_000),
            "MB",
            0L,
            "Room for messages, in 10^6 bytes of body, properties and topic. Where 90 % of it would be passed the oldest leave the"
                    + " log.");
    public static final Attribute<Boolean> TOPIC_FILTER_ENABLED = ALL.declare(
            "topicFilterEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether only messages whose topic a filter of the log attracts are put into it; without filters that is none.");

    private ReplayLogAttributes() {}
}
