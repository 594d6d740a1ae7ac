package io.reprise.broker.it;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.EndpointStatistics;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A broker in this JVM on a database of its own; each test has a queue and a started connection. */
abstract class EmbeddedFixture {
    /** Longer than any of these tests may take, in milliseconds: who waits so long has failed. */
    static final long LONG = 20_000;

    static EmbeddedMariaDb database;
    static EmbeddedBroker broker;

    Connection connection;
    Queue queue;

    @BeforeAll
    static void startBroker() {
        database = EmbeddedMariaDb.startTemporary();
        broker = start();
    }

    static EmbeddedBroker start() {
        return EmbeddedBroker.start(database.jdbcUrl(), database.user(), database.password());
    }

    /** Ends the broker under its clients, who have closed nothing and get no time to, and starts another. */
    static void restart() {
        broker.broker().close(Duration.ZERO);
        broker.close();
        broker = start();
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
        database.close();
    }

    @BeforeEach
    void connect() throws JMSException {
        queue = broker.createQueue("q-" + UUID.randomUUID());
        connection = broker.connectionFactory().createConnection();
        connection.start();
    }

    @AfterEach
    void disconnect() throws JMSException {
        connection.close();
    }

    Session session(int mode) throws JMSException {
        return connection.createSession(mode);
    }

    void put(String... texts) throws JMSException {
        try (Session session = session(Session.AUTO_ACKNOWLEDGE)) {
            var producer = session.createProducer(queue);
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    static @Nullable String text(@Nullable Message message) throws JMSException {
        return message == null ? null : ((TextMessage) message).getText();
    }

    /** The next message as {@code text:delivery count}. */
    static @Nullable String receive(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(LONG);
        return message == null ? null : text(message) + ":" + message.getIntProperty("JMSXDeliveryCount");
    }

    /** What a later client gets, until the queue is empty. */
    String left() throws JMSException {
        connection.close();
        connection = broker.connectionFactory().createConnection();
        connection.start();
        List<String> all = new ArrayList<>();
        try (Session later = session(Session.SESSION_TRANSACTED)) {
            MessageConsumer rest = later.createConsumer(queue);
            Awaitility.await().until(() -> statistics().inFlightMsgCount() == 0);
            for (Message message = rest.receiveNoWait(); message != null; message = rest.receiveNoWait()) {
                all.add(shown(message));
            }
            later.commit();
        }
        return String.join(" ", all);
    }

    /** {@code text:count}, with {@code !} where the redelivered flag is set. */
    static @Nullable String shown(@Nullable Message message) throws JMSException {
        return message == null
                ? null
                : text(message) + ":" + message.getIntProperty("JMSXDeliveryCount")
                        + (message.getJMSRedelivered() ? "!" : "");
    }

    EndpointStatistics statistics() throws JMSException {
        return broker.administration().endpointStatistics(EndpointKind.QUEUE, queue.getQueueName());
    }
}
