package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Takes a message three times, in three sessions. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.poison"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "3"),
            @ActivationConfigProperty(propertyName = "maxRedelivery", propertyValue = "3")
        })
public class PoisonBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("poison", message).carryOut();
    }
}
