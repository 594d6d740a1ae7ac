package io.reprise.broker.it.bench;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** One server with both brokers, and the application once for each. One thread. */
final class BenchServer implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);
    private static final Duration RECLAIM_LIMIT = Duration.ofMinutes(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    /** The block of the entry index that is being filled, and the one before. */
    private static final int ENTRIES_THAT_STAY = 1_500;

    private static final String LOG = "bench";
    private static final String LOGGED_TOPIC = "bench/logged";

    /** Nothing is trimmed within a measurement. */
    private static final int LOG_MB = 20_000;

    private static final int HISTORY_THAT_STAYS = 1_000;
    private static final ApplicationUser USER = ApplicationUser.withGeneratedPassword(
            "bench", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");

    private final HttpClient http = HttpClient.newHttpClient();
    private final EmbeddedMariaDb database;
    private final WildFlyServer server;

    private BenchServer(EmbeddedMariaDb database, WildFlyServer server) {
        this.database = database;
        this.server = server;
    }

    /** Starts database and server on fresh data and deploys what there is to deploy. */
    static BenchServer start(Path folder, BenchOptions options) throws IOException {
        EmbeddedMariaDb database = EmbeddedMariaDb.start(options.database(Files.createTempDirectory("reprise-bench")));
        WildFlyServer server = WildFlyServer.create(ServerSettings.in(folder.resolve("server"))
                .withConfiguration(ServerConfiguration.reprise().withArtemis())
                .withDatabase(database)
                .withJavaOptions("-Xms2g", "-Xmx2g")
                .withProperties(BenchOptions.engineKeys())
                .withMdbPool(64)
                .withUser(USER));
        BenchServer started = new BenchServer(database, server);
        boolean done = false;
        try {
            server.start();
            started.deploy(options);
            done = true;
            return started;
        } finally {
            if (!done) {
                started.close();
            }
        }
    }

    private void deploy(BenchOptions options) {
        if (options.peers().contains(Peer.ARTEMIS)) {
            new ArtemisSetup(server.management()).run();
            server.management().deploy(BenchArchive.of(Peer.ARTEMIS, BenchRow.SESSIONS));
        }
        // In any case: the table that the database alone is measured on is made after the broker's.
        server.management().deploy(BrokerEar.file());
        client().awaitReady(READY_LIMIT);
        if (options.peers().contains(Peer.REPRISE)) {
            for (String queue : BenchRow.queues()) {
                client().createQueue(queue, Map.of());
            }
            client().createQueue(BenchArchive.DUPS_OK_QUEUE, Map.of());
            server.management().deploy(BenchArchive.of(Peer.REPRISE, BenchRow.SESSIONS));
        }
    }

    /** Runs a row once and takes off what it left. */
    Measured measure(Peer peer, BenchRow row, Duration warmUp, Duration window, int ahead)
            throws IOException, InterruptedException {
        Measured measured = ask(peer, query(row, ahead), warmUp, window);
        purge(peer, row.queue());
        return measured;
    }

    /** The same of Reprise with a replay log that takes in every message. */
    Measured measureLogged(BenchRow row, Duration warmUp, Duration window, int ahead)
            throws IOException, InterruptedException {
        client().createReplayLog(LOG, Map.of("maxSpoolUsage", LOG_MB));
        Measured measured;
        try {
            measured = ask(Peer.REPRISE, query(row, ahead), warmUp, window);
        } finally {
            client().deleteReplayLog(LOG);
        }
        purge(Peer.REPRISE, row.queue());
        return measured;
    }

    /** Has so many messages replayed to the bean of a queue; none of them was on the queue before. */
    Measured measureReplay(String queue, int messages) throws IOException, InterruptedException {
        client().createReplayLog(LOG, Map.of("maxSpoolUsage", LOG_MB));
        Measured measured;
        try {
            call(Peer.REPRISE, "POST", "replay?topic=" + LOGGED_TOPIC + "&count=" + messages);
            client().subscribe(queue, LOGGED_TOPIC);
            client().startReplay(queue, Map.of());
            measured = Measured.parse(call(Peer.REPRISE, "GET", "replay?count=" + messages));
            client().unsubscribe(queue, LOGGED_TOPIC);
            client().awaitDrained(queue, READY_LIMIT);
        } finally {
            client().deleteReplayLog(LOG);
        }
        purge(Peer.REPRISE, queue);
        return measured;
    }

    private static String query(BenchRow row, int ahead) {
        return "queue=%s&threads=%d&messages=%d&ahead=%d"
                .formatted(row.queue(), row.senders(), row.messages(), row.sessions() == 0 ? 0 : ahead);
    }

    /** The same of Reprise with a limit of deliveries, a delay and a dead message queue: what they cost a message that never fails. */
    Measured measureLimited(BenchRow row, Duration warmUp, Duration window, int ahead)
            throws IOException, InterruptedException {
        client().changeQueue(row.queue(), Map.of("maxRedelivery", 4, "redeliveryDelayEnabled", true));
        Measured measured = measure(Peer.REPRISE, row, warmUp, window, ahead);
        client().changeQueue(row.queue(), Map.of("maxRedelivery", 0, "redeliveryDelayEnabled", false));
        return measured;
    }

    /** What the server's beans and transactions do without a broker. */
    Measured measureMachinery(int sessions, Duration warmUp, Duration window) throws IOException, InterruptedException {
        server.management().deploy(MachineryArchive.create());
        server.management().deploy(BenchArchive.of(Peer.MACHINERY, List.of(sessions)));
        try {
            return ask(Peer.MACHINERY, "queue=&threads=0&messages=1&ahead=0", warmUp, window);
        } finally {
            server.management().undeploy(Peer.MACHINERY.application());
            server.management().undeploy(MachineryArchive.NAME);
        }
    }

    /** What the database does with rows of so many messages, without a broker. */
    Measured measureDatabase(int messages, Duration warmUp, Duration window) throws Exception {
        String url = database.jdbcUrl() + "?" + ServerSettings.JDBC_OPTIONS;
        return new Load(1, Window.after(warmUp, window))
                .run(Thread::new, () -> new DatabaseRate(url, database.user(), database.password(), messages));
    }

    String databaseVersion() throws SQLException {
        try (Connection connection = database.connect()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    private Measured ask(Peer peer, String query, Duration warmUp, Duration window)
            throws IOException, InterruptedException {
        return Measured.parse(call(
                peer,
                "GET",
                "measure?%s&warmUpMillis=%d&windowMillis=%d".formatted(query, warmUp.toMillis(), window.toMillis())));
    }

    private String call(Peer peer, String method, String path) throws IOException, InterruptedException {
        URI address = server.httpUri().resolve("/bench-%s/%s".formatted(peer.label(), path));
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(address)
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + " over " + peer.label() + " failed: see " + server.log());
        }
        return response.body();
    }

    private void purge(Peer peer, String queue) {
        if (peer == Peer.ARTEMIS) {
            new ArtemisSetup(server.management()).purge(queue);
            return;
        }
        client().purge(queue);
        // The room of what was purged is taken back in the background, which must not be measured with the next row.
        Awaitility.await("the log to be reclaimed")
                .atMost(RECLAIM_LIMIT)
                .pollInterval(LOOK_EVERY)
                .until(() -> number("SELECT COUNT(*) FROM log_entry") < ENTRIES_THAT_STAY
                        && number("SELECT count FROM information_schema.innodb_metrics"
                                        + " WHERE name = 'trx_rseg_history_len'")
                                < HISTORY_THAT_STAYS);
    }

    private long number(String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(query)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private RepriseClient client() {
        return new RepriseClient(server.httpUri(), USER.name(), USER.password());
    }

    /** The server's console so far. */
    Path log() {
        return server.log();
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
