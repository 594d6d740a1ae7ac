package io.reprise.broker.model.object;

import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.AddressRange;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.push.QueueBindingAttributes;
import io.reprise.broker.model.push.RestConsumerAttributes;
import io.reprise.broker.model.push.RestDeliveryPointAttributes;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.NameRule;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A kind of named object that a VPN holds besides endpoints and its replay log: its names in the management API, what it may be
 * called, what it can be told. Some belong to one of another kind and are gone with it.
 */
public enum ObjectKind {
    ACL_PROFILE(
            null,
            "aclProfiles",
            "aclProfileName",
            "",
            AclProfileAttributes.ALL,
            text -> new NameRule("ACL profile name", 32).check(text)),
    CLIENT_CONNECT_EXCEPTION(
            ACL_PROFILE,
            "clientConnectExceptions",
            "clientConnectExceptionAddress",
            "",
            new AttributeList("client connect exception"),
            AddressRange::of),
    PUBLISH_TOPIC_EXCEPTION(
            ACL_PROFILE,
            "publishTopicExceptions",
            "publishTopicException",
            "publishTopicExceptionSyntax",
            new AttributeList("publish topic exception"),
            TopicFilter::ofDirectSubscriber),
    SUBSCRIBE_TOPIC_EXCEPTION(
            ACL_PROFILE,
            "subscribeTopicExceptions",
            "subscribeTopicException",
            "subscribeTopicExceptionSyntax",
            new AttributeList("subscribe topic exception"),
            TopicFilter::ofDirectSubscriber),
    CLIENT_USERNAME(
            null,
            "clientUsernames",
            "clientUsername",
            "",
            ClientUsernameAttributes.ALL,
            text -> new NameRule("client username", ClientIdentity.LONGEST_USERNAME).check(text)),
    REST_DELIVERY_POINT(
            null,
            "restDeliveryPoints",
            "restDeliveryPointName",
            "",
            RestDeliveryPointAttributes.ALL,
            text -> new NameRule("REST delivery point name", 100).check(text)),
    REST_CONSUMER(
            REST_DELIVERY_POINT,
            "restConsumers",
            "restConsumerName",
            "",
            RestConsumerAttributes.ALL,
            text -> new NameRule("REST consumer name", 32).check(text)),
    QUEUE_BINDING(
            REST_DELIVERY_POINT,
            "queueBindings",
            "queueBindingName",
            "",
            QueueBindingAttributes.ALL,
            text -> new NameRule("queue binding name", 200).check(text));

    /** What SEMP calls the form of topics that this broker has; exceptions say which they are in. */
    public static final String SYNTAX = "smf";

    private final @Nullable ObjectKind parent;
    private final String collection;
    private final String nameAttribute;
    private final String syntaxAttribute;
    private final AttributeList attributes;
    private final Consumer<String> nameCheck;

    ObjectKind(
            @Nullable ObjectKind parent,
            String collection,
            String nameAttribute,
            String syntaxAttribute,
            AttributeList attributes,
            Consumer<String> nameCheck) {
        this.parent = parent;
        this.collection = collection;
        this.nameAttribute = nameAttribute;
        this.syntaxAttribute = syntaxAttribute;
        this.attributes = attributes;
        this.nameCheck = nameCheck;
    }

    /** The kind of object that each of this kind belongs to. */
    public Optional<ObjectKind> parent() {
        return Optional.ofNullable(parent);
    }

    /** What belongs to an object of this kind. */
    public List<ObjectKind> children() {
        return Arrays.stream(values()).filter(kind -> kind.parent == this).toList();
    }

    /** Whether it works by itself, and so has figures: REST delivery points and what belongs to them. */
    public boolean isPushing() {
        return this == REST_DELIVERY_POINT || parent == REST_DELIVERY_POINT;
    }

    /** The collection's segment of a path. */
    public String collection() {
        return collection;
    }

    /** The attribute that is its name. */
    public String nameAttribute() {
        return nameAttribute;
    }

    /** The attribute that says in which syntax its name is, always {@link #SYNTAX}; empty if it has none. */
    public String syntaxAttribute() {
        return syntaxAttribute;
    }

    /** What it can be told. */
    public AttributeList attributes() {
        return attributes;
    }

    /** For people. */
    public String text() {
        return attributes.ofWhat();
    }

    /** @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} or {@code INVALID_TOPIC} */
    public void checkName(String name) {
        nameCheck.accept(name);
    }
}
