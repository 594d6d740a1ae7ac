package io.reprise.broker.model.access;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;

/** Every setting of an ACL profile (spec 5.4); {@code docs/object-settings.md} comes from here. */
public final class AclProfileAttributes {
    /** All of them. */
    public static final AttributeList ALL = new AttributeList("ACL profile");

    public static final Attribute<DefaultAction> CONNECT = action(
            "clientConnectDefaultAction",
            "Whether clients may connect, but from the addresses of clientConnectExceptions, for which the opposite holds.");
    public static final Attribute<DefaultAction> PUBLISH = action(
            "publishTopicDefaultAction",
            "Whether they may publish to topics, but those of publishTopicExceptions, for which the opposite holds.");
    public static final Attribute<DefaultAction> SUBSCRIBE = action(
            "subscribeTopicDefaultAction",
            "Whether they may subscribe to topics, but those of subscribeTopicExceptions, for which the opposite holds.");

    private AclProfileAttributes() {}

    private static Attribute<DefaultAction> action(String name, String text) {
        return ALL.declare(
                name,
                new AttributeType.Choice<>(DefaultAction.class, DefaultAction::word),
                "",
                DefaultAction.DISALLOW,
                text);
    }
}
