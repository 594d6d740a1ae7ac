package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.message.Message;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.JmsMapMessage;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.message.JmsObjectMessage;
import org.apache.qpid.jms.message.JmsStreamMessage;
import org.apache.qpid.jms.message.JmsTextMessage;

/**
 * Deliveries as Jakarta Messaging messages: what listeners, message-driven beans and receivers see. Bodies and properties are decoded
 * when they are asked for, and copied when they are changed: what a consumer does never reaches the stored message [spec 1.2].
 */
public final class InboundMessages {
    private InboundMessages() {}

    /** The message of a delivery, read-only as received messages are [JMS 3.1 §3.10]. Its acknowledge() does nothing. */
    public static jakarta.jms.Message of(StoredMessage delivery, DeserializationAllowList allowList) {
        JmsMessage message = unsealed(delivery, allowList);
        message.setReadOnlyBody(true);
        message.setReadOnlyProperties(true);
        return message;
    }

    /** The same, not read-only yet. */
    static JmsMessage unsealed(StoredMessage delivery, DeserializationAllowList allowList) {
        Message stored = delivery.message();
        MessageHeaders headers = MessageHeaders.of(delivery);
        MessageProperties properties = new MessageProperties(stored.properties(), new ReceivedFacts(delivery));
        byte[] body = stored.body();
        return switch (stored.bodyKind()) {
            case NONE -> new JmsMessage(new MessageFacade(headers, properties));
            case TEXT -> new JmsTextMessage(new TextBody(headers, properties, hasText(stored) ? body : null));
            case BYTES -> new JmsBytesMessage(new BytesBody(headers, properties, body));
            case MAP -> new JmsMapMessage(new MapBody(headers, properties, body));
            case STREAM -> new JmsStreamMessage(new StreamBody(headers, properties, body));
            case OBJECT -> new JmsObjectMessage(new ObjectBody(headers, properties, body, allowList));
        };
    }

    private static boolean hasText(Message stored) {
        return stored.body().length > 0 || !TextBody.NULL_CONTENT_TYPE.equals(stored.contentType());
    }
}
