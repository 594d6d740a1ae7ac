package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Its queue is missing, and it does not create it. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.missing"),
            @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "200")
        })
public class WaitingBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("waiting", message);
    }
}
