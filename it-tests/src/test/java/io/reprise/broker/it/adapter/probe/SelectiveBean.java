package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Wants some messages of its queue only. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.selective"),
            @ActivationConfigProperty(
                    propertyName = "messageSelector",
                    propertyValue = "colour = 'red' AND NOT JMSPriority > 7"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class SelectiveBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("selective", message).carryOut();
    }
}
