package io.reprise.broker.engine.selector;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import java.util.function.Function;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.selector.filter.Filterable;
import org.jspecify.annotations.Nullable;

/**
 * A stored message as a selector sees it: the header fields that it may name, the properties that the provider sets, the
 * application's own [JMS 3.1 §3.8.1.1]. What a message does not have is null, hence unknown.
 */
record MessageFields(
        Message message, int deliveryCount, @Nullable DeadLetter death, LikeConditions likes) implements Filterable {
    @Override
    public @Nullable Object getProperty(SimpleString name) {
        String text = name.toString();
        return likes.has(text) ? likes.value(text, this) : value(text);
    }

    @Nullable
    Object value(String name) {
        return name.startsWith("JMS") ? reserved(name) : message.properties().get(name);
    }

    private @Nullable Object reserved(String name) {
        return switch (name) {
            case "JMSDeliveryMode" ->
                message.deliveryMode() == DeliveryMode.PERSISTENT ? "PERSISTENT" : "NON_PERSISTENT";
            case "JMSPriority" -> message.priority();
            case "JMSMessageID" -> message.messageId();
            case "JMSTimestamp" -> message.senderTimestampMillis();
            case "JMSCorrelationID" -> message.correlationId();
            case "JMSType" -> message.type();
            case "JMSXDeliveryCount" -> deliveryCount;
            case "JMS_Reprise_DeliveryMode" ->
                message.deliveryMode().onEndpoint().name();
            case "JMS_Reprise_Retained" -> message.retained() ? true : null;
            case "JMS_Reprise_Closure" -> message.closure();
            case "JMS_Reprise_ContentType" -> message.contentType();
            case "JMS_Reprise_DeathReason" -> death(letter -> letter.reason().text());
            case "JMS_Reprise_DeathQueue" -> death(DeadLetter::endpointName);
            case "JMS_Reprise_DeathTime" -> death(DeadLetter::timeMillis);
            case "JMS_Reprise_DeathCount" -> death(DeadLetter::deliveryCount);
            case "JMS_Reprise_PublisherId" -> stamp(PublisherStamp::publisherId);
            case "JMS_Reprise_PublisherSequence" -> stamp(PublisherStamp::sequence);
            default -> message.properties().get(name);
        };
    }

    private @Nullable Object death(Function<DeadLetter, Object> part) {
        return death == null ? null : part.apply(death);
    }

    private @Nullable Object stamp(Function<PublisherStamp, Object> part) {
        PublisherStamp stamp = message.publisher();
        return stamp == null ? null : part.apply(stamp);
    }

    /** For XPath, which is not of the standard and refused. */
    @Override
    public <T> @Nullable T getBodyAs(Class<T> type) {
        return null;
    }

    /** For noLocal, which is no selector's. */
    @Override
    public @Nullable Object getLocalConnectionId() {
        return null;
    }
}
