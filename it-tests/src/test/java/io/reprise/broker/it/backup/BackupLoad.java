package io.reprise.broker.it.backup;

import io.reprise.broker.it.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Publishers that send pairs in transactions, every tenth pair with a body that is stored ahead of its entry, and consumers of one queue. */
final class BackupLoad implements AutoCloseable {
    static final String TOPIC = "backup/load";
    static final String WORK = "work";
    static final String AUDIT = "audit";

    private static final int PUBLISHERS = 3;
    private static final int CONSUMERS = 2;
    private static final int LARGE = 300_000;

    private final EmbeddedBroker broker;
    private final BackupLedger ledger;
    private final ExecutorService threads = Executors.newFixedThreadPool(PUBLISHERS + CONSUMERS);
    private final List<Future<?>> working = new ArrayList<>();
    private volatile boolean over;

    BackupLoad(EmbeddedBroker broker, BackupLedger ledger) {
        this.broker = broker;
        this.ledger = ledger;
        for (int i = 0; i < PUBLISHERS; i++) {
            int publisher = i;
            working.add(threads.submit(() -> publish(publisher)));
        }
        for (int i = 0; i < CONSUMERS; i++) {
            working.add(threads.submit(this::consume));
        }
    }

    /** The body of a message of that name: what the name says, and nothing else. */
    static String body(String name) {
        boolean large = Integer.parseInt(name.substring(name.indexOf('-') + 1)) / 2 % 10 == 3;
        return name + ":" + (large ? name.repeat(LARGE / name.length()) : "");
    }

    static String name(Message message) throws JMSException {
        String text = ((TextMessage) message).getText();
        return text.substring(0, text.indexOf(':'));
    }

    private Void publish(int publisher) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createTopic(TOPIC))) {
            for (int i = 0; !over; i += 2) {
                List<String> pair = List.of(publisher + "-" + i, publisher + "-" + (i + 1));
                ledger.tried.addAll(pair);
                for (String name : pair) {
                    producer.send(session.createTextMessage(body(name)));
                }
                session.commit();
                ledger.stored.addAll(pair);
            }
        }
        return null;
    }

    private Void consume() throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(session.createQueue(WORK))) {
            connection.start();
            while (!over) {
                Message message = consumer.receive(100);
                if (message != null) {
                    String name = name(message);
                    ledger.taken.add(name);
                    message.acknowledge();
                    ledger.acknowledged.add(name);
                }
            }
        }
        return null;
    }

    /** Ends it; what any of its threads failed with comes out. */
    @Override
    public void close() throws Exception {
        over = true;
        for (Future<?> each : working) {
            each.get();
        }
        threads.shutdown();
    }
}
