package io.reprise.broker.it.demo;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;

/** Publishes the week, one persistent message an event; each send returns when its message is stored durably. */
@Stateless
public class EarthquakePublisher {

    static final String RUN = "run";
    static final String NUMBER = "number";

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory connections;

    /**
     * Publishes all events in the order of the file, numbered from 1.
     *
     * @param run marks the messages as those of this run
     * @return how many that were
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public int publish(String run) throws IOException, JMSException {
        try (BufferedReader events = week();
                JMSContext context = connections.createContext()) {
            int number = 0;
            for (Iterator<String> lines = events.lines().iterator(); lines.hasNext(); ) {
                send(context, run, ++number, lines.next());
            }
            return number;
        }
    }

    /** Publishes the first event of the week again, with another number. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void publishOne(String run, int number) throws IOException, JMSException {
        try (BufferedReader events = week();
                JMSContext context = connections.createContext()) {
            send(context, run, number, events.readLine());
        }
    }

    private static void send(JMSContext context, String run, int number, String line) throws JMSException {
        Earthquake event = Earthquake.parse(line);
        TextMessage message = context.createTextMessage(event.json());
        message.setStringProperty(RUN, run);
        message.setIntProperty(NUMBER, number);
        context.createProducer()
                .setDeliveryMode(DeliveryMode.PERSISTENT)
                .send(context.createTopic(event.topic()), message);
    }

    private static BufferedReader week() {
        InputStream file = Objects.requireNonNull(
                EarthquakePublisher.class.getResourceAsStream("earthquakes.jsonl"), "earthquakes.jsonl");
        return new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
    }
}
