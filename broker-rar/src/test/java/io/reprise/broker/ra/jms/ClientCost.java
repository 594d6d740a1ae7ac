package io.reprise.broker.ra.jms;

import io.reprise.broker.ra.fake.MemoryBroker;
import io.reprise.broker.ra.fake.MemoryVpn;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.Executors;

/**
 * What the client API costs above a broker in memory that does nothing, in microseconds a call, printed; the figures in docs/adr/0002.
 * Run it from the module's test class path.
 */
@SuppressWarnings("SystemOut")
public final class ClientCost {
    private ClientCost() {}

    public static void main(String[] arguments) throws JMSException {
        MemoryBroker broker = new MemoryBroker();
        MemoryVpn vpn = broker.vpn("default");
        vpn.createQueue("orders");
        RepriseQueue orders = new RepriseQueue("orders");
        RepriseConnectionFactory factory = new RepriseConnectionFactory(
                () -> broker, "default", ConnectionSettings.DEFAULTS, Executors.newCachedThreadPool());
        Connection connection = factory.createConnection();
        connection.start();
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(orders);
        MessageConsumer consumer = session.createConsumer(orders);
        for (int round = 0; round < 6; round++) {
            measure(
                    "open and close a connection",
                    2_000,
                    () -> factory.createConnection().close());
            measure(
                    "open and close a session",
                    5_000,
                    () -> connection.createSession(Session.AUTO_ACKNOWLEDGE).close());
            measure("context, send one, close", 2_000, () -> sendOne(factory, orders, consumer));
            measure("send and receive one", 50_000, () -> {
                producer.send(session.createTextMessage("x"));
                consumer.receiveNoWait();
            });
            vpn.forgetCommitted();
        }
        System.exit(0);
    }

    private static void sendOne(RepriseConnectionFactory factory, RepriseQueue orders, MessageConsumer consumer)
            throws JMSException {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(orders, "x");
        }
        consumer.receiveNoWait();
    }

    private static void measure(String what, int times, Step step) throws JMSException {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            step.run();
        }
        System.out.printf("%-32s %8.2f us%n", what, (System.nanoTime() - start) / 1000.0 / times);
    }

    /** One unit of what is measured. */
    private interface Step {
        void run() throws JMSException;
    }
}
