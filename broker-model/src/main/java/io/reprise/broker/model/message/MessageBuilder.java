package io.reprise.broker.model.message;

import io.reprise.broker.model.topic.TopicName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Message}. One thread; may be used once. */
public final class MessageBuilder {
    private static final byte[] NO_BYTES = {};

    private final TopicName topic;
    private DeliveryMode deliveryMode = DeliveryMode.PERSISTENT;
    private int priority = Message.DEFAULT_PRIORITY;
    private long ttlMillis;
    private long deliveryTimeMillis;
    private boolean dmqEligible = true;
    private boolean retained;
    private @Nullable String messageId;
    private long senderTimestampMillis;
    private @Nullable String correlationId;
    private @Nullable TopicName replyTo;
    private @Nullable String type;
    private @Nullable String contentType;
    private @Nullable String closure;
    private @Nullable PublisherStamp publisher;
    private Map<String, Object> properties = Map.of();
    private BodyKind bodyKind = BodyKind.NONE;
    private byte[] body = NO_BYTES;

    MessageBuilder(TopicName topic) {
        this.topic = topic;
    }

    public MessageBuilder deliveryMode(DeliveryMode value) {
        deliveryMode = value;
        return this;
    }

    /** 0–9; larger is clamped to 9, smaller to 0. */
    public MessageBuilder priority(int value) {
        priority = Math.max(0, Math.min(Message.MAX_PRIORITY, value));
        return this;
    }

    public MessageBuilder ttlMillis(long value) {
        ttlMillis = value;
        return this;
    }

    /** Not delivered before then, milliseconds of the epoch; 0 = at once. */
    public MessageBuilder deliveryTimeMillis(long value) {
        deliveryTimeMillis = value;
        return this;
    }

    public MessageBuilder dmqEligible(boolean value) {
        dmqEligible = value;
        return this;
    }

    public MessageBuilder retained(boolean value) {
        retained = value;
        return this;
    }

    public MessageBuilder messageId(@Nullable String value) {
        messageId = value;
        return this;
    }

    public MessageBuilder senderTimestampMillis(long value) {
        senderTimestampMillis = value;
        return this;
    }

    public MessageBuilder correlationId(@Nullable String value) {
        correlationId = value;
        return this;
    }

    public MessageBuilder replyTo(@Nullable TopicName value) {
        replyTo = value;
        return this;
    }

    public MessageBuilder type(@Nullable String value) {
        type = value;
        return this;
    }

    public MessageBuilder contentType(@Nullable String value) {
        contentType = value;
        return this;
    }

    public MessageBuilder closure(@Nullable String value) {
        closure = value;
        return this;
    }

    public MessageBuilder publisher(@Nullable PublisherStamp value) {
        publisher = value;
        return this;
    }

    /** Takes the map over. */
    public MessageBuilder properties(Map<String, Object> value) {
        properties = value;
        return this;
    }

    /** Adds one user property. */
    public MessageBuilder property(String name, Object value) {
        if (properties.isEmpty()) {
            properties = new LinkedHashMap<>();
        }
        properties.put(name, value);
        return this;
    }

    /** @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} if it has no UTF-8 form */
    public MessageBuilder text(String value) {
        return body(BodyKind.TEXT, Utf8Text.encode(value));
    }

    public MessageBuilder bytes(byte[] value) {
        return body(BodyKind.BYTES, value);
    }

    /** Takes the array over. */
    public MessageBuilder body(BodyKind kind, byte[] value) {
        bodyKind = kind;
        body = value;
        return this;
    }

    public Message build() {
        return new Message(
                topic,
                deliveryMode,
                priority,
                ttlMillis,
                deliveryTimeMillis,
                dmqEligible,
                retained,
                messageId,
                senderTimestampMillis,
                correlationId,
                replyTo,
                type,
                contentType,
                closure,
                publisher,
                properties,
                bodyKind,
                body);
    }
}
