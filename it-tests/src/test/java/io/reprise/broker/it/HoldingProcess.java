package io.reprise.broker.it;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.process.JavaProcess;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An application with its broker in a virtual machine of its own: receives one message from each queue it is told, holds them until
 * the log says so, and ends without a word: halted by itself, or killed.
 */
final class HoldingProcess {
    /** Far more than the age at which the next entry marks a delivery. */
    private static final Duration MARKED_BY_THEN = Duration.ofMillis(20);

    private static final String HOLDS = "holds";
    private static final int HALTED = 137;
    private static final long LONG = 20_000;

    private HoldingProcess() {}

    /** What it receives from: a queue, by a session of this acknowledge mode. */
    record Held(String queue, int mode) {}

    /** Runs one that halts inside the application's code. */
    static void runUntilItHalts(EmbeddedMariaDb database, Held held) throws IOException, InterruptedException {
        try (JavaProcess process = start(database, "halt", List.of(held))) {
            if (process.exitStatus() != HALTED || !process.said().contains(HOLDS)) {
                throw new AssertionError(String.join("\n", process.said()));
            }
        }
    }

    /** Runs one that is killed while it holds them. */
    static void runAndKill(EmbeddedMariaDb database, List<Held> held) throws IOException {
        try (JavaProcess process = start(database, "hold", held)) {
            process.awaitLine(HOLDS);
        }
    }

    private static JavaProcess start(EmbeddedMariaDb database, String ending, List<Held> held) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of(database.jdbcUrl(), database.user(), database.password(), ending));
        held.forEach(one -> arguments.addAll(List.of(one.queue(), Integer.toString(one.mode()))));
        return JavaProcess.start(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"), HoldingProcess.class, arguments);
    }

    /** Arguments: URL, user, password, how it ends, then for each queue its name and the acknowledge mode. */
    public static void main(String[] args) throws JMSException, IOException {
        EmbeddedBroker broker = EmbeddedBroker.start(args[0], args[1], args[2]);
        Connection connection = broker.connectionFactory().createConnection();
        connection.start();
        for (int i = 4; i < args.length; i += 2) {
            receive(connection.createSession(Integer.parseInt(args[i + 1])), args[i]);
        }
        publishUntilMarked(broker, connection);
        System.out.println(HOLDS);
        System.out.flush();
        if (args[3].equals("halt")) {
            Runtime.getRuntime().halt(HALTED);
        }
        // Until it is killed; its parent's end is the end of its input.
        while (System.in.read() >= 0) {}
    }

    private static void receive(Session session, String queue) throws JMSException {
        Message message = session.createConsumer(session.createQueue(queue)).receive(LONG);
        if (message == null) {
            throw new IllegalStateException("Nothing came from " + queue);
        }
    }

    /** An entry that is begun later than a delivery's least age carries its mark [LOG.md L24]: then that is on disk. */
    private static void publishUntilMarked(EmbeddedBroker broker, Connection connection) throws JMSException {
        long presented = System.nanoTime();
        try (Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(broker.createQueue("elsewhere"))) {
            long begun;
            do {
                begun = System.nanoTime();
                producer.send(session.createMessage());
            } while (begun - presented < MARKED_BY_THEN.toNanos());
        }
    }
}
