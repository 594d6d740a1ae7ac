package io.reprise.broker.it.adapter.probe;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** No annotation: described by ejb-jar.xml and jboss-ejb3.xml. */
public class DescribedBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Orders.seenBy("described", message).carryOut();
    }
}
