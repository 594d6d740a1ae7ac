package io.reprise.broker.it.demo;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Comes when all is over and wants everything from the beginning of the replay log, once: the {@code replayId} is spent when the replay
 * has started, so that deploying it again brings nothing twice.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = LateJoiner.QUEUE),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "quakes/>"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "replayFrom", propertyValue = "beginning"),
            @ActivationConfigProperty(propertyName = "replayId", propertyValue = "late joiner")
        })
public class LateJoiner implements MessageListener {

    public static final String QUEUE = "earthquakes-late";

    @Inject
    private Receipts receipts;

    @Override
    public void onMessage(Message message) {
        receipts.noteOnCommit(QUEUE, message);
    }
}
