package io.reprise.broker.it.management;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Messages received, each as one text with what a consumer sees of it. */
final class Inbox {
    private static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();

    private Inbox() {}

    static void put(Message message) throws JMSException {
        TreeMap<String, String> seen = new TreeMap<>();
        for (Object name : Collections.list(message.getPropertyNames())) {
            Object value = message.getObjectProperty((String) name);
            seen.put((String) name, value + ":" + value.getClass().getSimpleName());
        }
        seen.put("body", body(message));
        seen.put("id", message.getJMSMessageID());
        seen.put("correlation", String.valueOf(message.getJMSCorrelationID()));
        seen.put("priority", String.valueOf(message.getJMSPriority()));
        seen.put("mode", String.valueOf(message.getJMSDeliveryMode()));
        seen.put("timestamp", String.valueOf(message.getJMSTimestamp()));
        seen.put("replyTo", String.valueOf(message.getJMSReplyTo()));
        RECEIVED.add(seen.toString());
    }

    static String take() throws InterruptedException {
        String text = RECEIVED.poll(20, TimeUnit.SECONDS);
        return text == null ? "nothing came" : text;
    }

    private static String body(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return "text " + text.getText();
        }
        if (message instanceof BytesMessage bytes) {
            return bytes.getBodyLength() + " bytes";
        }
        return "none";
    }
}
