package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Topic;

/** A durable subscription to a topic that is an admin object. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:/jms/topic/Prices"),
            @ActivationConfigProperty(propertyName = "subscriptionDurability", propertyValue = "Durable"),
            @ActivationConfigProperty(propertyName = "subscriptionName", propertyValue = "it-prices"),
            @ActivationConfigProperty(propertyName = "clientID", propertyValue = "it-client")
        })
public class SubscribedBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("subscribed", message);
        try {
            Seen.add("from " + ((Topic) message.getJMSDestination()).getTopicName());
        } catch (JMSException e) {
            throw new IllegalStateException(orders.name(), e);
        }
    }
}
