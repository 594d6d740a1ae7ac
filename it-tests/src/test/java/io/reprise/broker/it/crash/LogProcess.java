package io.reprise.broker.it.crash;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLogStatus;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.topic.TopicFilter;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A broker in a virtual machine of its own, with a heap of its own: {@code fill} publishes numbered messages without a body, which nobody
 * receives, into a replay log; {@code replay} starts replays from places all over it, then has all of it replayed and receives it. Prints
 * what the test reads.
 */
final class LogProcess {

    static final String OPEN_MILLIS = "open-millis ";
    static final String TIME_START_MEDIAN_MICROS = "time-start-median-micros ";
    static final String TIME_START_MOST_MICROS = "time-start-most-micros ";
    static final String ID_START_MEDIAN_MICROS = "id-start-median-micros ";
    static final String ID_START_MOST_MICROS = "id-start-most-micros ";
    static final String REPLAYED = "replayed ";

    private static final String QUEUE = "replayed";
    private static final String TOPIC = "campaign/logged";
    private static final String NUMBER = "number";
    private static final long QUOTA_MB = 6_000_000;
    private static final int PER_TRANSACTION = 500;
    private static final int STARTS = 20;
    private static final long QUIET_MILLIS = 60_000;

    private final EmbeddedBroker broker;
    private final VpnAdministration administration;
    private final int count;

    private LogProcess(EmbeddedBroker broker, int count) {
        this.broker = broker;
        this.administration = broker.administration();
        this.count = count;
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        try (EmbeddedBroker broker = EmbeddedBroker.start(args[1], args[2], args[3])) {
            say(OPEN_MILLIS, (System.nanoTime() - start) / 1_000_000);
            LogProcess process = new LogProcess(broker, Integer.parseInt(args[4]));
            switch (args[0]) {
                case "fill" -> process.fill();
                case "replay" -> process.replay();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private void fill() throws JMSException {
        administration.createReplayLog(
                "campaign",
                ReplayLogSettings.DEFAULTS
                        .with(ReplayLogAttributes.MAX_SPOOL_USAGE, QUOTA_MB)
                        .with(ReplayLogAttributes.INGRESS_ENABLED, true)
                        .with(ReplayLogAttributes.EGRESS_ENABLED, true));
        publish(0, count);
        requireLogged();
    }

    private void replay() throws JMSException {
        requireLogged();
        administration.createEndpoint(
                EndpointKind.QUEUE,
                QUEUE,
                EndpointSettings.clientCreated(EndpointKind.QUEUE),
                List.of(TopicFilter.of(TOPIC)));
        measureStarts();
        start(new ReplayStart.Beginning());
        long start = System.nanoTime();
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.DUPS_OK_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(broker.createQueue(QUEUE))) {
            connection.start();
            for (int expected = 0; expected < count; expected++) {
                receive(consumer, expected);
            }
            say(REPLAYED, count * 1_000_000_000L / (System.nanoTime() - start));
            publish(count, count + 1);
            receive(consumer, count);
        }
        requireEmpty();
    }

    /** From places all over the log, by turns; each cancels the one before. */
    private void measureStarts() {
        long[] byTime = new long[STARTS];
        long[] byId = new long[STARTS];
        ReplayLogStatus log = administration.replayLog().status();
        long origin = administration.vpn().origin();
        for (int i = 0; i < STARTS; i++) {
            long msgId = log.oldestMsgId() + (log.newestMsgId() - log.oldestMsgId()) * (i * 7 % STARTS) / STARTS;
            LoggedMessage message =
                    administration.replayLog().after(msgId - 1, 1).get(0);
            byTime[i] = start(new ReplayStart.FromTime(Instant.ofEpochMilli(message.spooledTimeMillis())));
            byId[i] = start(new ReplayStart.AfterMessage(new ReplicationGroupMsgId(origin, message.msgId())));
        }
        Arrays.sort(byTime);
        Arrays.sort(byId);
        say(TIME_START_MEDIAN_MICROS, byTime[STARTS / 2]);
        say(TIME_START_MOST_MICROS, byTime[STARTS - 1]);
        say(ID_START_MEDIAN_MICROS, byId[STARTS / 2]);
        say(ID_START_MOST_MICROS, byId[STARTS - 1]);
    }

    /** Starts a replay; how long that took, microseconds. */
    private long start(ReplayStart from) {
        long start = System.nanoTime();
        administration.replays().start(EndpointKind.QUEUE, QUEUE, ReplayRequest.from(from));
        return (System.nanoTime() - start) / 1_000;
    }

    private void publish(int from, int to) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(broker.createTopic(TOPIC));
            for (int number = from; number < to; number++) {
                Message message = session.createMessage();
                message.setIntProperty(NUMBER, number);
                producer.send(message);
                if (number % PER_TRANSACTION == PER_TRANSACTION - 1 || number == to - 1) {
                    session.commit();
                }
            }
        }
    }

    private static void receive(MessageConsumer consumer, int expected) throws JMSException {
        Message message = consumer.receive(QUIET_MILLIS);
        int number = message == null ? -1 : message.getIntProperty(NUMBER);
        if (number != expected) {
            throw new IllegalStateException("Message " + number + " came where " + expected + " was due");
        }
    }

    private void requireLogged() {
        long logged = administration.replayLog().status().messages();
        if (logged != count) {
            throw new IllegalStateException("The log holds " + logged + " messages instead of " + count);
        }
    }

    private void requireEmpty() {
        long depth =
                administration.endpointStatistics(EndpointKind.QUEUE, QUEUE).spooledMsgCount();
        if (depth != 0) {
            throw new IllegalStateException("The queue still holds " + depth + " messages");
        }
    }

    private static void say(String what, long figure) {
        System.out.println(what + figure);
        System.out.flush();
    }
}
