package io.reprise.broker.it.suite;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A bean as anybody has one. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "orders/>"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class OrderListener implements MessageListener {

    @Override
    public void onMessage(Message message) {}
}
