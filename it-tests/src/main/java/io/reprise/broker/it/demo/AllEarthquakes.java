package io.reprise.broker.it.demo;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives every event. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = AllEarthquakes.QUEUE),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "quakes/>"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class AllEarthquakes implements MessageListener {

    public static final String QUEUE = "earthquakes-all";

    @Inject
    private Receipts receipts;

    @Override
    public void onMessage(Message message) {
        receipts.noteOnCommit(QUEUE, message);
    }
}
