package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives, writes to databases and sends on as it is told: {@code send=n xa=n last=n}, whole or not at all. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.shop"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class ShopBean implements MessageListener {
    @Resource
    private MessageDrivenContext context;

    @EJB
    private Shop shop;

    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("shop", message);
        if (orders.applies("send")) {
            shop.send(orders.name());
        }
        if (orders.applies("xa")) {
            shop.writeXa(orders.name());
        }
        if (orders.applies("last")) {
            shop.writeLastResource(orders.name());
        }
        if (orders.applies("rollback")) {
            context.setRollbackOnly();
        }
        orders.carryOut();
    }
}
