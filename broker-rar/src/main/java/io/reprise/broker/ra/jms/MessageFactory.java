package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import java.io.Serializable;
import org.apache.qpid.jms.message.JmsBytesMessage;
import org.apache.qpid.jms.message.JmsMapMessage;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.message.JmsMessageFactory;
import org.apache.qpid.jms.message.JmsObjectMessage;
import org.apache.qpid.jms.message.JmsStreamMessage;
import org.apache.qpid.jms.message.JmsTextMessage;
import org.jspecify.annotations.Nullable;

/** Makes the messages that an application fills. Any thread. */
final class MessageFactory implements JmsMessageFactory {
    private final DeserializationAllowList allowList;

    MessageFactory(DeserializationAllowList allowList) {
        this.allowList = allowList;
    }

    @Override
    public JmsMessage createMessage() {
        return new JmsMessage(new MessageFacade(new MessageHeaders(), new MessageProperties()));
    }

    @Override
    public JmsTextMessage createTextMessage(@Nullable String payload) {
        TextBody body = new TextBody();
        body.setText(payload);
        return new JmsTextMessage(body);
    }

    @Override
    public JmsTextMessage createTextMessage() {
        return createTextMessage(null);
    }

    @Override
    public JmsBytesMessage createBytesMessage() {
        return new JmsBytesMessage(new BytesBody());
    }

    @Override
    public JmsMapMessage createMapMessage() {
        return new JmsMapMessage(new MapBody());
    }

    @Override
    public JmsStreamMessage createStreamMessage() {
        return new JmsStreamMessage(new StreamBody());
    }

    @Override
    public JmsObjectMessage createObjectMessage(@Nullable Serializable payload) throws JMSException {
        JmsObjectMessage message = createObjectMessage();
        if (payload != null) {
            message.setObject(payload);
        }
        return message;
    }

    @Override
    public JmsObjectMessage createObjectMessage() {
        return new JmsObjectMessage(new ObjectBody(allowList));
    }
}
