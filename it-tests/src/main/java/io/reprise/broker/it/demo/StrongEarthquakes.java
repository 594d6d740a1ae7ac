package io.reprise.broker.it.demo;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives earthquakes of magnitude 5 and more, of any network. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = StrongEarthquakes.QUEUE),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "quakes/*/earthquake/strong"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class StrongEarthquakes implements MessageListener {

    public static final String QUEUE = "earthquakes-strong";

    @Inject
    private Receipts receipts;

    @Override
    public void onMessage(Message message) {
        receipts.noteOnCommit(QUEUE, message);
    }
}
