package io.reprise.broker.it.crash;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker in a virtual machine of its own, with a heap of its own: {@code fill} publishes numbered messages of 1 KiB and stays
 * until it is killed, {@code drainInOrder} and {@code drainTransacted} receive them and end. Prints what the test reads.
 */
final class BacklogProcess {

    static final String FILLED = "filled";
    static final String OPEN_MILLIS = "open-millis ";
    static final String DRAINED = "drained ";

    private static final String QUEUE = "backlog";
    private static final String NUMBER = "number";
    private static final int BODY_BYTES = 1_024;
    private static final int PER_TRANSACTION = 500;
    private static final int RECEIVED_PER_TRANSACTION = 50;
    private static final int SESSIONS = 8;
    private static final long QUIET_MILLIS = 30_000;

    private final EmbeddedBroker broker;
    private final Queue queue;
    private final int count;

    private BacklogProcess(EmbeddedBroker broker, int count) {
        this.broker = broker;
        this.queue = broker.createQueue(QUEUE);
        this.count = count;
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        EmbeddedBroker broker = EmbeddedBroker.start(args[1], args[2], args[3]);
        say(OPEN_MILLIS + (System.nanoTime() - start) / 1_000_000);
        BacklogProcess process = new BacklogProcess(broker, Integer.parseInt(args[4]));
        try {
            switch (args[0]) {
                case "fill" -> process.fill();
                case "drainInOrder" -> process.drainInOrder();
                case "drainTransacted" -> process.drainTransacted();
                default -> throw new IllegalArgumentException(args[0]);
            }
        } finally {
            broker.close();
        }
    }

    private void fill() throws Exception {
        broker.administration()
                .changeEndpoint(
                        EndpointKind.QUEUE,
                        QUEUE,
                        EndpointSettings.clientCreated(EndpointKind.QUEUE)
                                .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE),
                        -1);
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(queue);
            byte[] body = new byte[BODY_BYTES];
            for (int number = 0; number < count; number++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body);
                message.setIntProperty(NUMBER, number);
                producer.send(message);
                if (number % PER_TRANSACTION == PER_TRANSACTION - 1 || number == count - 1) {
                    session.commit();
                }
            }
        }
        requireDepth(count);
        say(FILLED);
        // Until it is killed; its parent's end is the end of its input.
        while (System.in.read() >= 0) {}
    }

    private void drainInOrder() throws JMSException {
        requireDepth(count);
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.DUPS_OK_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            connection.start();
            long start = System.nanoTime();
            for (int expected = 0; expected < count; expected++) {
                Message message = consumer.receive(QUIET_MILLIS);
                int number = message == null ? -1 : message.getIntProperty(NUMBER);
                if (number != expected) {
                    throw new IllegalStateException("Message " + number + " came where " + expected + " was due");
                }
            }
            sayDrained(start);
        }
        requireDepth(0);
    }

    private void drainTransacted() throws Exception {
        requireDepth(count);
        BitSet seen = new BitSet(count);
        AtomicInteger received = new AtomicInteger();
        List<Callable<Void>> receivers = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            receivers.add(() -> receive(seen, received));
        }
        ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
        try {
            long start = System.nanoTime();
            for (Future<Void> receiver : threads.invokeAll(receivers)) {
                receiver.get();
            }
            sayDrained(start);
        } finally {
            threads.shutdownNow();
        }
        if (received.get() != count || seen.cardinality() != count) {
            throw new IllegalStateException(
                    received + " messages came, " + seen.cardinality() + " different ones, of " + count);
        }
        requireDepth(0);
    }

    private Void receive(BitSet seen, AtomicInteger received) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            connection.start();
            int uncommitted = 0;
            while (received.get() < count) {
                Message message = consumer.receive(100);
                if (message != null) {
                    note(seen, message.getIntProperty(NUMBER));
                    received.incrementAndGet();
                    uncommitted++;
                }
                if (uncommitted == RECEIVED_PER_TRANSACTION || message == null) {
                    session.commit();
                    uncommitted = 0;
                }
            }
            session.commit();
        }
        return null;
    }

    private static void note(BitSet seen, int number) {
        synchronized (seen) {
            seen.set(number);
        }
    }

    private void requireDepth(long expected) {
        long depth = broker.administration()
                .endpointStatistics(EndpointKind.QUEUE, QUEUE)
                .spooledMsgCount();
        if (depth != expected) {
            throw new IllegalStateException("The queue holds " + depth + " messages instead of " + expected);
        }
    }

    private void sayDrained(long start) {
        say(DRAINED + count * 1_000_000_000L / (System.nanoTime() - start));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
