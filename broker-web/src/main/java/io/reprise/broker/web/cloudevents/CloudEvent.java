package io.reprise.broker.web.cloudevents;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The context attributes of an event [CloudEvents 1.0.2 §2], all but {@code datacontenttype}, which is the message's content type; its
 * data is the message's body. On a message each is a text property {@code cloudEvents_<name>}, which selectors may name: the form
 * of the AMQP binding for Jakarta Messaging clients. The same event is the same message however it came. Immutable.
 *
 * @param attributes by name, in the order given; each of them legal
 */
public record CloudEvent(Map<String, String> attributes) {
    /** What the properties' names begin with. */
    public static final String PROPERTY_PREFIX = "cloudEvents_";

    static final String SPEC_VERSION = "specversion";
    static final String CONTENT_TYPE = "datacontenttype";
    static final List<String> REQUIRED = List.of(SPEC_VERSION, "id", "source", "type");

    /** Puts it into the message. */
    public void applyTo(MessageBuilder message) {
        attributes.forEach((name, value) -> message.property(PROPERTY_PREFIX + name, value));
    }

    /** The event that a message is, whoever sent it; empty if it is none, or not a legal one. */
    public static Optional<CloudEvent> of(Message message) {
        Map<String, String> found = new LinkedHashMap<>();
        message.properties().forEach((name, value) -> {
            if (name.startsWith(PROPERTY_PREFIX)) {
                found.put(name.substring(PROPERTY_PREFIX.length()), String.valueOf(value));
            }
        });
        boolean legal = found.keySet().containsAll(REQUIRED)
                && found.entrySet().stream()
                        .noneMatch(attribute -> AttributeRule.broken(attribute.getKey(), attribute.getValue())
                                .isPresent());
        return legal ? Optional.of(new CloudEvent(found)) : Optional.empty();
    }
}
