package io.reprise.broker.it.management;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives what was sent over HTTP to the queue {@code inbox}. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = InboxBean.QUEUE),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class InboxBean implements MessageListener {
    static final String QUEUE = "inbox";

    @Override
    public void onMessage(Message message) {
        try {
            Inbox.put(message);
        } catch (JMSException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
