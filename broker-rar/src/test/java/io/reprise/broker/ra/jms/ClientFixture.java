package io.reprise.broker.ra.jms;

import io.reprise.broker.ra.fake.MemoryBroker;
import io.reprise.broker.ra.fake.MemoryVpn;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A broker in memory with a queue {@code orders}, and one started connection to it. */
abstract class ClientFixture {
    /** Longer than any of these tests may take, in milliseconds: who waits so long has failed. */
    static final long LONG = 10_000;

    final MemoryBroker broker = new MemoryBroker();
    final MemoryVpn vpn = broker.vpn("default");
    final RepriseQueue orders = new RepriseQueue("orders");
    final ExecutorService executor = Executors.newCachedThreadPool();
    final RepriseConnectionFactory factory =
            new RepriseConnectionFactory(() -> broker, "default", ConnectionSettings.DEFAULTS, executor);
    Connection connection;

    @BeforeEach
    void connect() throws JMSException {
        vpn.createQueue("orders");
        connection = factory.createConnection();
        connection.start();
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
        executor.shutdownNow();
    }

    Session session(int mode) throws JMSException {
        return connection.createSession(mode);
    }

    void put(String... texts) throws JMSException {
        try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
            var producer = session.createProducer(orders);
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    /** The message as the 42nd of publisher gauge-7. */
    static Message stamped(Message message) throws JMSException {
        message.setStringProperty("JMS_Reprise_PublisherId", "gauge-7");
        message.setLongProperty("JMS_Reprise_PublisherSequence", 42);
        return message;
    }

    static String text(Message message) throws JMSException {
        return message == null ? null : ((TextMessage) message).getText();
    }

    static String receive(MessageConsumer consumer) throws JMSException {
        return text(consumer.receive(LONG));
    }

    /** What waits on the queue, each as {@code text:failed attempts}. */
    String waiting() {
        return vpn.queue("orders").waiting().stream()
                .map(spooled -> new String(spooled.message().body(), java.nio.charset.StandardCharsets.UTF_8) + ":"
                        + (spooled.deliveryCount() - 1))
                .collect(Collectors.joining(" "));
    }
}
