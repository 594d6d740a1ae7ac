package io.reprise.broker.model.message;

import io.reprise.broker.model.topic.TopicName;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as its publisher made it: stored and delivered unmodified [spec 1.2]. Immutable; whoever builds one gives its
 * arrays and map away, and whoever reads one must not change them (a consumer's changes never leak into the stored copy).
 *
 * @param topic where it was published to; a queue's network topic for a message sent to a queue
 * @param deliveryMode as published
 * @param priority 0–9
 * @param ttlMillis time to live from publishing, 0 = for ever
 * @param deliveryTimeMillis {@code JMSDeliveryTime}: not delivered before, milliseconds of the epoch; 0 = at once [JMS 3.1 §3.4.13]
 * @param dmqEligible whether it may go to a dead message queue
 * @param retained whether it becomes its subject's snapshot [spec 3.1]
 * @param messageId {@code JMSMessageID}, given on the sender's side
 * @param senderTimestampMillis {@code JMSTimestamp}, 0 = none
 * @param correlationId {@code JMSCorrelationID}; bytes form as the provider's text
 * @param replyTo a topic name or a queue's network topic
 * @param type {@code JMSType}
 * @param contentType MIME type of the body
 * @param closure MigratoryData's closure, milliseconds or text as the publisher gave it
 * @param publisher dedupe identity, or none
 * @param properties user properties: Boolean, Byte, Short, Integer, Long, Float, Double, String; insertion order kept
 * @param bodyKind how to read {@code body}
 * @param body the body's bytes, empty if none
 */
public record Message(
        TopicName topic,
        DeliveryMode deliveryMode,
        int priority,
        long ttlMillis,
        long deliveryTimeMillis,
        boolean dmqEligible,
        boolean retained,
        @Nullable String messageId,
        long senderTimestampMillis,
        @Nullable String correlationId,
        @Nullable TopicName replyTo,
        @Nullable String type,
        @Nullable String contentType,
        @Nullable String closure,
        @Nullable PublisherStamp publisher,
        Map<String, Object> properties,
        BodyKind bodyKind,
        byte[] body) {

    /** The priority of a message that names none. */
    public static final int DEFAULT_PRIORITY = 4;

    /** The highest priority; larger ones are clamped to it. */
    public static final int MAX_PRIORITY = 9;

    public Message {
        Objects.requireNonNull(topic);
        Objects.requireNonNull(deliveryMode);
        Objects.requireNonNull(properties);
        Objects.requireNonNull(bodyKind);
        Objects.requireNonNull(body);
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority " + priority + ", allowed 0-9");
        }
        if (ttlMillis < 0) {
            throw new IllegalArgumentException("ttlMillis " + ttlMillis + ", allowed 0 and more");
        }
        if (deliveryTimeMillis < 0) {
            throw new IllegalArgumentException("deliveryTimeMillis " + deliveryTimeMillis + ", allowed 0 and more");
        }
    }

    /** A builder for a persistent message to {@code topic} with default priority and no body. */
    public static MessageBuilder to(TopicName topic) {
        return new MessageBuilder(topic);
    }

    /** The same message in another mode. */
    public Message withDeliveryMode(DeliveryMode mode) {
        return with(mode, publisher);
    }

    /** The same message as a user's, whoever commits it: its publisher is that user's. */
    public Message of(String username) {
        return publisher == null
                ? this
                : with(deliveryMode, new PublisherStamp(publisher.publisherId(), publisher.sequence(), username));
    }

    private Message with(DeliveryMode mode, @Nullable PublisherStamp stamp) {
        return new Message(
                topic,
                mode,
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
                stamp,
                properties,
                bodyKind,
                body);
    }

    /**
     * What quotas count [spec 1.4]: body + properties + topic, in bytes. Strings count as their UTF-8 length at three bytes a
     * character at most, other values as their width.
     */
    public int sizeBytes() {
        int size = body.length + topic.utf8Length();
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            size += property.getKey().length() + TypedValues.widthBytes(property.getValue());
        }
        return size;
    }
}
