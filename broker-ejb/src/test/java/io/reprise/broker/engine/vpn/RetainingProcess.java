package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A broker in a process of its own with a storm of retained updates, to be killed. Each subject has one publisher, whose numbers rise. It
 * writes into a file what it publishes ({@code P subject number}) and what was acknowledged ({@code A subject number}), each before it goes
 * on, and says on its output when so many more were.
 */
final class RetainingProcess implements AutoCloseable {
    static final int SUBJECTS_A_PUBLISHER = 5;
    private static final int SAY_EVERY = 20;

    private final Process process;
    private final BufferedReader said;

    /** How a publisher's messages are sent. */
    enum Publisher {
        GUARANTEED,
        ALSO_GUARANTEED,
        DIRECT,
        MIXED;

        String subject(int number) {
            return "/" + name() + "/" + number;
        }

        boolean sendsDirect(Random random) {
            return this == DIRECT || this == MIXED && random.nextBoolean();
        }
    }

    private RetainingProcess(Process process) {
        this.process = process;
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it; its numbers begin above {@code from}. */
    static RetainingProcess start(String url, String user, String password, Path events, int from) throws IOException {
        return new RetainingProcess(
                ChildJvm.start(RetainingProcess.class, url, user, password, events.toString(), Integer.toString(from)));
    }

    /** Returns when it has said so many times that it goes on. */
    void await(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            if (said.readLine() == null) {
                throw new IOException("The process ended by itself");
            }
        }
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    // ---- in the process ----

    /** Arguments: URL, user, password, file, numbers begin above. */
    public static void main(String[] args) throws Exception {
        TestBroker broker = TestBroker.on(
                args[0],
                args[1],
                args[2],
                EngineSettings.defaults("child")
                        .withCheckpointInterval(Duration.ofMillis(20))
                        .withDutyInterval(Duration.ofMillis(20))
                        .withSnapshotFlushInterval(Duration.ofMillis(10)));
        FileOutputStream events = new FileOutputStream(args[3], true);
        for (Publisher publisher : Publisher.values()) {
            new Thread(() -> publish(broker.vpn, publisher, Integer.parseInt(args[4]), events)).start();
        }
    }

    private static void publish(MessageVpn vpn, Publisher publisher, int from, FileOutputStream events) {
        Random random = new Random();
        Map<String, Integer> numbers = new ConcurrentHashMap<>();
        for (int sent = 1; true; sent++) {
            String subject = publisher.subject(random.nextInt(SUBJECTS_A_PUBLISHER));
            int number = numbers.merge(subject, from + 1, (before, none) -> before + 1);
            boolean direct = publisher.sendsDirect(random);
            write(events, "P " + subject + " " + number);
            Message message = Message.to(TopicName.of(subject))
                    .deliveryMode(direct ? DeliveryMode.DIRECT : DeliveryMode.PERSISTENT)
                    .retained(true)
                    .text(text(subject, number))
                    .build();
            if (direct) {
                vpn.live().publish(message);
            } else if (vpn.commit(WorkUnit.publishing(message)) instanceof Stored) {
                write(events, "A " + subject + " " + number);
            }
            if (publisher == Publisher.GUARANTEED && sent % SAY_EVERY == 0) {
                System.out.println("going on");
                System.out.flush();
            }
        }
    }

    /** A body of which every part says what it is. */
    static String text(String subject, int number) {
        return (subject + " " + number + ";").repeat(1 + number % 40);
    }

    /** One call of the system: what it returned from is there, whatever becomes of the process. */
    private static synchronized void write(FileOutputStream events, String line) {
        try {
            events.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
