package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.topic.TopicName;
import org.apache.qpid.jms.JmsDestination;
import org.jspecify.annotations.Nullable;

/** Messages of an application as messages to store. */
final class OutboundMessages {
    private OutboundMessages() {}

    /**
     * The message to store, which shares nothing that the application could still change.
     *
     * @throws BrokerException if its topic is none, or its stamp is half a one
     */
    static Message toStore(MessageFacade facade) {
        MessageHeaders headers = facade.headers();
        MessageProperties properties = facade.properties();
        return Message.to(topicOf(headers.destination()))
                .deliveryMode(deliveryMode(facade))
                .priority(headers.priority)
                .ttlMillis(headers.ttlMillis)
                .deliveryTimeMillis(deliveryTimeMillis(headers))
                .dmqEligible(dmqEligible(properties))
                .retained(Boolean.TRUE.equals(properties.get(VendorProperty.RETAINED.propertyName())))
                .messageId(headers.messageId)
                .senderTimestampMillis(headers.timestampMillis)
                .correlationId(headers.correlationId)
                .replyTo(headers.replyTo() == null ? null : topicOf(headers.replyTo()))
                .type(headers.type)
                .contentType(contentType(facade))
                .closure((String) properties.get(VendorProperty.CLOSURE.propertyName()))
                .publisher(stamp(properties))
                .properties(properties.toStore())
                .body(facade.kind(), facade.storedBody())
                .build();
    }

    /** 0 for one that is not delayed; a time past the end of time is its end. */
    private static long deliveryTimeMillis(MessageHeaders headers) {
        if (!headers.delayed) {
            return 0;
        }
        return headers.deliveryTimeMillis < 0 ? Long.MAX_VALUE : headers.deliveryTimeMillis;
    }

    private static TopicName topicOf(@Nullable JmsDestination destination) {
        if (destination == null) {
            throw BrokerException.refused(ErrorCode.INVALID_TOPIC, "destination", "none", "a queue or a topic");
        }
        return Destinations.topicOf(destination);
    }

    private static DeliveryMode deliveryMode(MessageFacade facade) {
        if (DeliveryMode.DIRECT.name().equals(explicitMode(facade))) {
            return DeliveryMode.DIRECT;
        }
        return facade.headers().persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
    }

    /** Whether the application says by the property how it is to be sent: then no default of the connection counts. */
    static boolean saysMode(MessageFacade facade) {
        return explicitMode(facade) != null;
    }

    private static @Nullable Object explicitMode(MessageFacade facade) {
        return facade.properties().getExplicit(VendorProperty.DELIVERY_MODE.propertyName());
    }

    /** Only an explicit false counts [spec 4.3]. */
    private static boolean dmqEligible(MessageProperties properties) {
        Object preserve = properties.get(VendorProperty.PRESERVE_UNDELIVERED);
        return !(Boolean.FALSE.equals(preserve) || (preserve instanceof String text && text.equalsIgnoreCase("false")));
    }

    private static @Nullable String contentType(MessageFacade facade) {
        String given = (String) facade.properties().get(VendorProperty.CONTENT_TYPE.propertyName());
        return given != null ? given : facade.defaultContentType();
    }

    private static @Nullable PublisherStamp stamp(MessageProperties properties) {
        Object id = properties.getExplicit(VendorProperty.PUBLISHER_ID.propertyName());
        Object sequence = properties.getExplicit(VendorProperty.PUBLISHER_SEQUENCE.propertyName());
        if (id == null && sequence == null) {
            return null;
        }
        if (id == null || sequence == null) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "properties " + VendorProperty.PUBLISHER_ID.propertyName() + " and "
                            + VendorProperty.PUBLISHER_SEQUENCE.propertyName(),
                    id + " and " + sequence,
                    "both or none");
        }
        return new PublisherStamp((String) id, ((Number) sequence).longValue());
    }
}
