package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/**
 * Fails at every message but the good one, by an exception at every tenth: each waits longer every time. Notes {@code backoff <name>
 * #<count> <begun> <ended>}, nanoseconds.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.backoff"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8"),
            @ActivationConfigProperty(propertyName = "maxRedelivery", propertyValue = "4"),
            @ActivationConfigProperty(propertyName = "redeliveryDelayEnabled", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "redeliveryDelayInitialInterval", propertyValue = "2000"),
            @ActivationConfigProperty(propertyName = "redeliveryDelayMultiplier", propertyValue = "150"),
            @ActivationConfigProperty(propertyName = "redeliveryDelayMaxInterval", propertyValue = "3000")
        })
public class BackoffBean implements MessageListener {
    @Resource
    private MessageDrivenContext context;

    @Override
    public void onMessage(Message message) {
        long begun = System.nanoTime();
        String name = name(message);
        Seen.add("backoff " + name + " " + begun + " " + System.nanoTime());
        if (name.contains("0 #")) {
            throw new IllegalStateException("fails at " + name);
        }
        if (!name.startsWith("good")) {
            context.setRollbackOnly();
        }
    }

    private static String name(Message message) {
        try {
            return ((TextMessage) message).getText() + " #" + message.getIntProperty("JMSXDeliveryCount");
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }
}
