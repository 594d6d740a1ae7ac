package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;
import java.util.logging.Logger;

/** A bean within the broker's own EAR; it has no servlet, so it tells the log. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.inner"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class InnerBean implements MessageListener {
    private static final Logger LOG = Logger.getLogger(InnerBean.class.getName());

    @Override
    public void onMessage(Message message) {
        try {
            LOG.info("inner saw " + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
