package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** One session; how much is sent ahead to it, and how often, is its queue's affair. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.undelivered"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class UndeliveredBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("undelivered", message).carryOut();
    }
}
