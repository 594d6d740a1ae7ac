package io.reprise.broker.it.bench;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The bean of both brokers: counts, in its container's transaction. Its descriptors say where it listens. */
public class CountingBean implements MessageListener {
    @Override
    public void onMessage(Message message) {
        Received.HERE.add();
    }
}
