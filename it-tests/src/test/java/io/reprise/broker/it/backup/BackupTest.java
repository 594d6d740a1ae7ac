package io.reprise.broker.it.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.EmbeddedBroker;
import io.reprise.broker.it.database.DatabaseDump;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.topic.TopicFilter;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The backup of docs/operations.md, by MariaDB's own programs, and what a broker makes of it on an empty database [spec 1.2]. */
@Timeout(300)
class BackupTest {
    /** The statements of the guide. */
    static final String MINT = "UPDATE vpn SET origin_mark = NULL";

    static final String KEEP = "UPDATE vpn SET origin_mark ="
            + " (SELECT CAST(UNIX_TIMESTAMP(ROW_START) * 1000000 AS SIGNED) FROM database_mark)";

    private static final String RESTORED = "restored";

    private static EmbeddedMariaDb server;
    private static EmbeddedMariaDb otherServer;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startDatabases() {
        server = EmbeddedMariaDb.startTemporary();
        otherServer = EmbeddedMariaDb.startTemporary();
    }

    @AfterAll
    static void stopDatabases() {
        server.close();
        otherServer.close();
    }

    @Test
    void takenUnderLoadItHasWhatWasAcknowledgedBeforeAndNothingHalf() throws Exception {
        Path dump = folder.resolve("backup.sql");
        BackupLedger ledger = new BackupLedger();
        BackupLedger.Moment before;
        BackupLedger.Moment after;
        try (EmbeddedBroker original = start(server, EmbeddedMariaDb.DATABASE)) {
            configure(original);
            try (BackupLoad load = new BackupLoad(original, ledger)) {
                awaitMore(ledger, 200);
                before = ledger.now();
                DatabaseDump.write(server, EmbeddedMariaDb.DATABASE, dump);
                after = ledger.now();
                awaitMore(ledger, 50);
            }
        }

        DatabaseDump.load(otherServer, EmbeddedMariaDb.DATABASE, dump);

        try (EmbeddedBroker restored = start(otherServer, EmbeddedMariaDb.DATABASE)) {
            BackupContent.assertOfAMoment(restored, before, after);
        }
    }

    @Test
    void restoredItHasAnOriginOfItsOwnForGoodAndTheOriginalKeepsIts() throws Exception {
        Path dump = folder.resolve("backup.sql");
        execute("CREATE DATABASE first_one");
        execute("CREATE DATABASE " + RESTORED);
        ReplicationGroupMsgId known;
        long origin;
        try (EmbeddedBroker original = start(server, "first_one")) {
            configure(original);
            publish(original, "m1");
            known = original.administration().replayLog().after(0, 1).get(0).id();
            origin = original.administration().vpn().origin();
        }
        DatabaseDump.write(server, "first_one", dump);
        DatabaseDump.load(server, RESTORED, dump);

        long minted;
        try (EmbeddedBroker restored = start(server, RESTORED);
                EmbeddedBroker original = start(server, "first_one")) {
            minted = restored.administration().vpn().origin();
            assertThat(minted).isNotEqualTo(origin);
            assertThat(original.administration().vpn().origin()).isEqualTo(origin);
            assertThatThrownBy(() -> replayAfter(restored, known))
                    .isInstanceOfSatisfying(
                            BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
            assertThatThrownBy(
                            () -> restored.administration().replays().copy(known, EndpointKind.QUEUE, BackupLoad.AUDIT))
                    .isInstanceOf(BrokerException.class);
            replayAfter(original, known);
            replayAfter(restored, new ReplicationGroupMsgId(minted, known.msgId()));
        }
        try (EmbeddedBroker again = start(server, RESTORED)) {
            assertThat(again.administration().vpn().origin()).isEqualTo(minted);
        }
    }

    /** For what the database can't know: a copy of its files [docs/operations.md]. */
    @Test
    void toldSoItMintsAnOriginAlsoForACopyOfTheFiles() throws Exception {
        execute("CREATE DATABASE copied");
        long origin;
        try (EmbeddedBroker original = start(server, "copied")) {
            origin = original.administration().vpn().origin();
        }

        execute("copied", MINT);

        try (EmbeddedBroker told = start(server, "copied")) {
            assertThat(told.administration().vpn().origin()).isNotEqualTo(origin);
        }
    }

    /** The way to move a database by a dump with its broker stopped: nobody goes on with the old one. */
    @Test
    void toldSoItKeepsItsOriginWhereTheDatabaseWasMoved() throws Exception {
        Path dump = folder.resolve("moved.sql");
        execute("CREATE DATABASE moved_from");
        execute("CREATE DATABASE moved_to");
        long origin;
        try (EmbeddedBroker original = start(server, "moved_from")) {
            origin = original.administration().vpn().origin();
        }
        DatabaseDump.write(server, "moved_from", dump);
        DatabaseDump.load(server, "moved_to", dump);

        execute("moved_to", KEEP);

        try (EmbeddedBroker moved = start(server, "moved_to")) {
            assertThat(moved.administration().vpn().origin()).isEqualTo(origin);
        }
    }

    /** In the original the numbering goes on, with other messages at the same places. */
    @Test
    void theNumberingOfASubjectBeginsAnewBehindARestoredBackup() throws Exception {
        Path dump = folder.resolve("subjects.sql");
        execute("CREATE DATABASE subjects_from");
        execute("CREATE DATABASE subjects_to");
        long epoch;
        try (EmbeddedBroker original = start(server, "subjects_from")) {
            epoch = epochOf(original, "one");
            assertThat(epochOf(original, "two")).isEqualTo(epoch);
        }
        DatabaseDump.write(server, "subjects_from", dump);
        DatabaseDump.load(server, "subjects_to", dump);

        try (EmbeddedBroker original = start(server, "subjects_from")) {
            assertThat(epochOf(original, "three")).isEqualTo(epoch);
        }
        start(server, "subjects_to").close();
        long anew;
        try (EmbeddedBroker restored = start(server, "subjects_to")) {
            anew = epochOf(restored, "another three");
            assertThat(anew).isGreaterThan(epoch);
        }
        try (EmbeddedBroker again = start(server, "subjects_to")) {
            assertThat(epochOf(again, "four")).isEqualTo(anew);
        }
    }

    static EmbeddedBroker start(EmbeddedMariaDb server, String database) {
        return EmbeddedBroker.start(server.jdbcUrl(database), server.user(), server.password());
    }

    private static void execute(String sql) throws SQLException {
        execute(EmbeddedMariaDb.DATABASE, sql);
    }

    private static void execute(String database, String sql) throws SQLException {
        try (java.sql.Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static void configure(EmbeddedBroker broker) {
        for (String queue : List.of(BackupLoad.WORK, BackupLoad.AUDIT)) {
            broker.administration()
                    .createEndpoint(
                            EndpointKind.QUEUE,
                            queue,
                            EndpointSettings.clientCreated(EndpointKind.QUEUE),
                            List.of(TopicFilter.of(BackupLoad.TOPIC)));
        }
        broker.administration()
                .createReplayLog(
                        "log",
                        ReplayLogSettings.DEFAULTS
                                .with(ReplayLogAttributes.MAX_SPOOL_USAGE, 1_000L)
                                .with(ReplayLogAttributes.INGRESS_ENABLED, true)
                                .with(ReplayLogAttributes.EGRESS_ENABLED, true));
    }

    private static void publish(EmbeddedBroker broker, String text) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createTopic(BackupLoad.TOPIC))) {
            producer.send(session.createTextMessage(text));
        }
    }

    /** Publishes on a subject and hears it; the epoch of its place. */
    private static long epochOf(EmbeddedBroker broker, String text) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageConsumer live = session.createConsumer(
                        session.createTopic(BackupLoad.TOPIC + "?topicDelivery=direct&snapshot=false"))) {
            connection.start();
            publish(broker, text);
            Message message = Objects.requireNonNull(live.receive(20_000));
            assertThat(((TextMessage) message).getText()).isEqualTo(text);
            return message.getLongProperty("JMS_Reprise_Epoch");
        }
    }

    private static void replayAfter(EmbeddedBroker broker, ReplicationGroupMsgId id) {
        broker.administration()
                .replays()
                .start(EndpointKind.QUEUE, BackupLoad.AUDIT, ReplayRequest.from(new ReplayStart.AfterMessage(id)));
    }

    static void awaitMore(BackupLedger ledger, int messages) {
        int stored = ledger.stored.size();
        int acknowledged = ledger.acknowledged.size();
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> ledger.stored.size() >= stored + messages
                        && ledger.acknowledged.size() >= acknowledged + messages);
    }
}
