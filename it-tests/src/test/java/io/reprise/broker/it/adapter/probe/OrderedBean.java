package io.reprise.broker.it.adapter.probe;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.jboss.ejb3.annotation.ResourceAdapter;

/** One session, and the adapter named by WildFly's annotation. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "javax.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.ordered"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
@ResourceAdapter("broker-ear.ear#broker-rar.rar")
public class OrderedBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("ordered", message).carryOut();
    }
}
