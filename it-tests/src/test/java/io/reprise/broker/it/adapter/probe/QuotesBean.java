package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A topic's listener as it is written for any broker: no durability, nothing of ours. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:/jms/topic/Quotes")
        })
public class QuotesBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("quotes", message).carryOut();
    }
}
