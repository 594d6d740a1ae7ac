package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;

/** Notes the type, the body and the headers of what it gets. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.types"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class TypesBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        try {
            Seen.add("types " + body(message) + " " + message.getJMSCorrelationID() + " " + message.getJMSPriority()
                    + " " + message.getStringProperty("colour") + " " + (message.getJMSMessageID() != null));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String body(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return "text:" + text.getText();
        }
        if (message instanceof BytesMessage bytes) {
            return "bytes:" + bytes.getBodyLength();
        }
        if (message instanceof MapMessage map) {
            return "map:" + map.getInt("n");
        }
        if (message instanceof StreamMessage stream) {
            return "stream:" + stream.readLong();
        }
        if (message instanceof ObjectMessage object) {
            return "object:" + ((Parcel) object.getObject()).weight();
        }
        return "none";
    }
}
