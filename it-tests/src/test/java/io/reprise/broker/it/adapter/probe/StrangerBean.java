package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Gives a password that is wrong. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.guarded"),
            @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "100"),
            @ActivationConfigProperty(propertyName = "user", propertyValue = GuardedBean.USER),
            @ActivationConfigProperty(propertyName = "password", propertyValue = "guessed")
        })
public class StrangerBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Seen.add("StrangerBean received");
    }
}
