package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** A live subscriber. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it/ticks/*"),
            @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
            @ActivationConfigProperty(propertyName = "topicDelivery", propertyValue = "direct")
        })
public class TicksBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        try {
            String text = ((TextMessage) message).getText();
            Seen.add("ticks " + message.getStringProperty("JMS_Reprise_MessageType") + " " + text + " "
                    + message.getLongProperty("JMS_Reprise_Seq"));
            if (text.endsWith(".bad")) {
                throw new IllegalStateException("told to throw");
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
