package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Consumes as a user of its own from a queue that only its owner may use. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.guarded"),
            @ActivationConfigProperty(propertyName = "user", propertyValue = GuardedBean.USER),
            @ActivationConfigProperty(propertyName = "password", propertyValue = GuardedBean.PASSWORD)
        })
public class GuardedBean implements MessageListener {
    public static final String USER = "shopper";
    public static final String PASSWORD = "of-a-test-server-only";

    @Override
    public void onMessage(Message message) {
        Seen.add("GuardedBean received");
    }
}
