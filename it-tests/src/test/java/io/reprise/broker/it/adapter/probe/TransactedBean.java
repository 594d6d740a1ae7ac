package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Container-managed transaction, several sessions, the server's default adapter: an MDB that knows of no broker. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "java:/jms/queue/it.transacted"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "4"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class TransactedBean implements MessageListener {
    @Resource
    private MessageDrivenContext context;

    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("transacted", message);
        if (orders.applies("rollback")) {
            context.setRollbackOnly();
        }
        orders.carryOut();
    }
}
