package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives in VPN {@code orders}, writes to a database and sends on in another VPN: {@code send=n xa=n}, whole or not at all. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.orders"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true"),
            @ActivationConfigProperty(propertyName = "vpn", propertyValue = "orders")
        })
public class OrdersVpnBean implements MessageListener {
    @EJB
    private Shop shop;

    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("orders", message);
        if (orders.applies("send")) {
            shop.send(orders.name());
        }
        if (orders.applies("xa")) {
            shop.writeXa(orders.name());
        }
        orders.carryOut();
    }
}
