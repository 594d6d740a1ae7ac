package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Asks for what can't be and for what is not built. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.bad"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "many"),
            @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "a = "),
            @ActivationConfigProperty(propertyName = "replayFrom", propertyValue = "beginning")
        })
public class BadBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        throw new IllegalStateException("never deployed");
    }
}
