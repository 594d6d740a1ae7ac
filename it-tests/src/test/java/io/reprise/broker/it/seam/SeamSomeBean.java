package io.reprise.broker.it.seam;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** One session, so that it sees an order. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "seam.some"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class SeamSomeBean implements MessageListener {
    @Resource
    private MessageDrivenContext context;

    @Override
    public void onMessage(Message message) {
        if (SeamRecord.note("seam.some", message)) {
            context.setRollbackOnly();
        }
    }
}
