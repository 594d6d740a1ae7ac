package io.reprise.broker.it;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        Process process = start(database, "halt", List.of(held));
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = output.lines().toList();
            if (process.waitFor() != HALTED || !said.contains(HOLDS)) {
                throw new AssertionError(String.join("\n", said));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** Runs one that is killed while it holds them. */
    static void runAndKill(EmbeddedMariaDb database, List<Held> held) throws IOException, InterruptedException {
        Process process = start(database, "hold", held);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = new ArrayList<>();
            String line = output.readLine();
            while (line != null && !line.equals(HOLDS)) {
                said.add(line);
                line = output.readLine();
            }
            if (line == null) {
                throw new AssertionError(String.join("\n", said));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Process start(EmbeddedMariaDb database, String ending, List<Held> held) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                        .orElse(System.getProperty("java.class.path")),
                HoldingProcess.class.getName(),
                database.jdbcUrl(),
                database.user(),
                database.password(),
                ending));
        held.forEach(one -> command.addAll(List.of(one.queue(), Integer.toString(one.mode()))));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
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
