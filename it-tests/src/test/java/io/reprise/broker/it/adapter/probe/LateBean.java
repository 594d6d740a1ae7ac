package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Comes late and wants all that there was. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.late"),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "it/late/>"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "replayFrom", propertyValue = "beginning"),
            @ActivationConfigProperty(propertyName = "replayId", propertyValue = "late bean")
        })
public class LateBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("late", message).carryOut();
    }
}
