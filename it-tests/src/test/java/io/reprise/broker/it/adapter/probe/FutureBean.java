package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Wants a replay that no broker can give. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.future"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "replayFrom", propertyValue = "9999-01-01T00:00:00Z"),
            @ActivationConfigProperty(propertyName = "replayId", propertyValue = "future bean")
        })
public class FutureBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("future", message).carryOut();
    }
}
