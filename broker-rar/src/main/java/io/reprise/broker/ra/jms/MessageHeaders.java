package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.ra.live.LiveDelivery;
import org.apache.qpid.jms.JmsDestination;
import org.jspecify.annotations.Nullable;

/** The header fields of one message, as Jakarta Messaging counts them [JMS 3.1 §3.4]. Plain state; one thread. */
final class MessageHeaders {
    @Nullable
    String messageId;

    @Nullable
    String correlationId;

    @Nullable
    String type;

    boolean persistent = true;
    int priority = Message.DEFAULT_PRIORITY;
    /** Milliseconds of the epoch; 0 = none. */
    long timestampMillis;
    /** Milliseconds of the epoch; 0 = never. */
    long expirationMillis;
    /** Milliseconds of the epoch. */
    long deliveryTimeMillis;

    boolean delayed;
    /** What the producer was told at the send; 0 = for ever. */
    long ttlMillis;

    int deliveryCount = 1;
    boolean redelivered;
    private @Nullable TopicName destinationTopic;
    private @Nullable JmsDestination destination;
    private @Nullable TopicName replyToTopic;
    private @Nullable JmsDestination replyTo;

    static MessageHeaders of(StoredMessage delivery) {
        Message message = delivery.message();
        MessageHeaders headers = new MessageHeaders();
        headers.messageId = message.messageId();
        headers.correlationId = message.correlationId();
        headers.type = message.type();
        headers.persistent = message.deliveryMode() == DeliveryMode.PERSISTENT && !(delivery instanceof LiveDelivery);
        headers.priority = message.priority();
        headers.timestampMillis = message.senderTimestampMillis();
        headers.expirationMillis = expirationMillis(delivery);
        headers.deliveryTimeMillis = deliveryTimeMillis(delivery);
        headers.deliveryCount = delivery.deliveryCount();
        headers.redelivered = delivery.redelivered();
        headers.destinationTopic = message.topic();
        headers.replyToTopic = message.replyTo();
        return headers;
    }

    /** As the sender saw it: when it sent the message, plus its delay [JMS 3.1 §3.4.13]. */
    private static long deliveryTimeMillis(StoredMessage delivery) {
        Message message = delivery.message();
        if (message.deliveryTimeMillis() > 0) {
            return message.deliveryTimeMillis();
        }
        return message.senderTimestampMillis() > 0 ? message.senderTimestampMillis() : delivery.spooledTimeMillis();
    }

    /**
     * What the sender saw as expiration, its clock's timestamp plus the time to live; unless the endpoint's own limit is nearer, or
     * the sender gave none.
     */
    private static long expirationMillis(StoredMessage delivery) {
        Message message = delivery.message();
        long onEndpoint = delivery.expirationMillis();
        if (message.ttlMillis() == 0) {
            return onEndpoint;
        }
        long arrival = delivery.spooledTimeMillis();
        if (onEndpoint > 0 && onEndpoint < saturatedSum(arrival, message.ttlMillis())) {
            return onEndpoint;
        }
        long sent = message.senderTimestampMillis();
        return saturatedSum(sent > 0 ? sent : arrival, message.ttlMillis());
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    MessageHeaders copy() {
        MessageHeaders copy = new MessageHeaders();
        copy.messageId = messageId;
        copy.correlationId = correlationId;
        copy.type = type;
        copy.persistent = persistent;
        copy.priority = priority;
        copy.timestampMillis = timestampMillis;
        copy.expirationMillis = expirationMillis;
        copy.deliveryTimeMillis = deliveryTimeMillis;
        copy.delayed = delayed;
        copy.ttlMillis = ttlMillis;
        copy.deliveryCount = deliveryCount;
        copy.redelivered = redelivered;
        copy.destinationTopic = destinationTopic;
        copy.destination = destination;
        copy.replyToTopic = replyToTopic;
        copy.replyTo = replyTo;
        return copy;
    }

    @Nullable
    JmsDestination destination() {
        if (destination == null && destinationTopic != null) {
            destination = Destinations.of(destinationTopic);
        }
        return destination;
    }

    void destination(@Nullable JmsDestination value) {
        destination = Destinations.ours(value);
        destinationTopic = null;
    }

    @Nullable
    JmsDestination replyTo() {
        if (replyTo == null && replyToTopic != null) {
            replyTo = Destinations.of(replyToTopic);
        }
        return replyTo;
    }

    void replyTo(@Nullable JmsDestination value) {
        replyTo = Destinations.ours(value);
        replyToTopic = null;
    }
}
