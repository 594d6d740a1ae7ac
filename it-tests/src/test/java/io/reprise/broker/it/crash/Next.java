package io.reprise.broker.it.crash;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Writes a row for each message that was sent on. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Next.QUEUE),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "" + Next.SESSIONS)
        })
public class Next implements MessageListener {

    static final String QUEUE = "crash-next";
    static final int SESSIONS = 5;
    static final String STEP = "next";

    @Inject
    private EffectTable effects;

    @Override
    public void onMessage(Message message) {
        try {
            Presentation.note(message);
            effects.add(LoadMessage.of(message), STEP, message.getIntProperty("JMSXDeliveryCount"));
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
