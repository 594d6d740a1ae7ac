package io.reprise.broker.it.seam;

import jakarta.ejb.EJBException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Every delivery that a bean had, in order; of each whether it is to be rolled back. In the server. */
public final class SeamRecord {
    private static final Map<String, Queue<String>> LINES = new ConcurrentHashMap<>();

    private SeamRecord() {}

    /** Notes {@code <id> <publisher>:<number> <count> <rolled back>}; whether its transaction is to be rolled back: one of eight is, at most twice. */
    static boolean note(String bean, Message message) {
        try {
            String id = message.getStringProperty("JMS_Reprise_ReplicationGroupMsgId");
            int count = message.getIntProperty("JMSXDeliveryCount");
            boolean rollsBack = count < 3 && Math.floorMod((id + count).hashCode() * 31, 8) == 0;
            LINES.computeIfAbsent(bean, none -> new ConcurrentLinkedQueue<>())
                    .add(id + " " + ((TextMessage) message).getText() + " " + count + " " + rollsBack);
            return rollsBack;
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }

    static List<String> lines(String bean) {
        return List.copyOf(LINES.getOrDefault(bean, new ConcurrentLinkedQueue<>()));
    }
}
