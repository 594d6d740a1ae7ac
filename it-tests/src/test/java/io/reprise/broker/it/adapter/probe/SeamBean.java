package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;

/** A live subscriber to two subjects. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it/seam/*"),
            @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
            @ActivationConfigProperty(propertyName = "topicDelivery", propertyValue = "direct")
        })
public class SeamBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        try {
            String subject = ((Topic) message.getJMSDestination()).getTopicName();
            boolean guaranteed = message.getStringProperty("JMS_Reprise_QoS").equals("GUARANTEED");
            long number = guaranteed
                    ? message.getLongProperty("JMS_Reprise_Seq")
                    : Long.parseLong(((TextMessage) message).getText());
            SeamLog.note(subject, message.getStringProperty("JMS_Reprise_MessageType"), number, guaranteed);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
