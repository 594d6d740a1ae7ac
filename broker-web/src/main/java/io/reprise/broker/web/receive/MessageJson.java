package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.cloudevents.CloudEvent;
import io.reprise.broker.web.cloudevents.StructuredEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Messages as a client receives them: everything that their senders and the broker say of them; what is not said is left out. One that
 * is a CloudEvent has it in structured mode, instead of a body and of the properties that are its attributes. Stateless.
 */
final class MessageJson {
    private MessageJson() {}

    static Map<String, Object> of(List<Held> messages) {
        return Map.of("messages", messages.stream().map(MessageJson::of).toList());
    }

    private static Map<String, @Nullable Object> of(Held held) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Message message = held.delivery().message();
        json.put("token", held.token());
        putDelivery(json, held.delivery());
        putHeaders(json, message);
        Optional<CloudEvent> event = CloudEvent.of(message);
        json.put("properties", BodyJson.map(properties(message, event.isPresent())));
        event.ifPresentOrElse(
                found -> json.put("cloudEvent", StructuredEvent.write(found, message)),
                () -> BodyJson.put(json, message));
        return json;
    }

    private static Map<String, Object> properties(Message message, boolean isEvent) {
        Map<String, Object> properties = new LinkedHashMap<>(message.properties());
        if (isEvent) {
            properties.keySet().removeIf(name -> name.startsWith(CloudEvent.PROPERTY_PREFIX));
        }
        return properties;
    }

    private static void putDelivery(Map<String, @Nullable Object> json, Delivery delivery) {
        json.put("msgId", delivery.msgId());
        json.put("replicationGroupMsgId", delivery.replicationGroupMsgId().format());
        json.put("deliveryCount", delivery.deliveryCount());
        json.put("redelivered", delivery.redelivered());
        json.put("spooledTimeMillis", delivery.spooledTimeMillis());
        putUnlessZero(json, "expirationTimeMillis", delivery.expirationMillis());
        delivery.deadLetter().ifPresent(death -> json.put("deadLetter", of(death)));
    }

    private static Map<String, Object> of(DeadLetter death) {
        return Map.of(
                "reason", death.reason().text(),
                "endpointName", death.endpointName(),
                "timeMillis", death.timeMillis(),
                "deliveryCount", death.deliveryCount());
    }

    private static void putHeaders(Map<String, @Nullable Object> json, Message message) {
        json.put("destination", destination(message.topic()));
        json.put("deliveryMode", message.deliveryMode().headerName());
        json.put("priority", message.priority());
        json.put("dmqEligible", message.dmqEligible());
        json.put("retained", message.retained());
        putUnlessZero(json, "timestampMillis", message.senderTimestampMillis());
        putUnlessZero(json, "timeToLiveMillis", message.ttlMillis());
        putUnlessZero(json, "deliveryTimeMillis", message.deliveryTimeMillis());
        putUnlessNull(json, "messageId", message.messageId());
        putUnlessNull(json, "correlationId", message.correlationId());
        TopicName replyTo = message.replyTo();
        putUnlessNull(json, "replyTo", replyTo == null ? null : destination(replyTo));
        putUnlessNull(json, "type", message.type());
        putUnlessNull(json, "contentType", message.contentType());
        putUnlessNull(json, "closure", message.closure());
        PublisherStamp publisher = message.publisher();
        if (publisher != null) {
            json.put("publisherId", publisher.publisherId());
            json.put("publisherSequence", publisher.sequence());
        }
    }

    /** As {@code Solace-Reply-To-Destination} has it. */
    private static String destination(TopicName topic) {
        return topic.isQueueTopic() ? "/QUEUE/" + topic.queueName() : "/TOPIC/" + topic.text();
    }

    private static void putUnlessZero(Map<String, @Nullable Object> json, String name, long value) {
        if (value != 0) {
            json.put(name, value);
        }
    }

    private static void putUnlessNull(Map<String, @Nullable Object> json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
