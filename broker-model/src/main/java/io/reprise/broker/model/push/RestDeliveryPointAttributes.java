package io.reprise.broker.model.push;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of a REST delivery point (spec 5.2); {@code docs/object-settings.md} comes from here. */
public final class RestDeliveryPointAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("REST delivery point");

    public static final Attribute<Boolean> ENABLED = ALL.declare(
            "enabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether it takes messages of its queues and posts them. Switched off, what is being posted is still settled.");
    public static final Attribute<String> SERVICE = ALL.declare(
            "service",
            new AttributeType.Text(50),
            "",
            "",
            "The service that it connects to: for people, nothing goes by it.");
    public static final Attribute<String> VENDOR = ALL.declare(
            "vendor",
            new AttributeType.Text(50),
            "",
            "",
            "The vendor of that service: for people, nothing goes by it.");

    static {
        ALL.declareForeign("clientProfileName", "default");
    }

    private RestDeliveryPointAttributes() {}
}
