package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.database.MariaDbSettings;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.server.ApplicationDatasource;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jboss.dmr.ModelNode;

/**
 * Databases, server, broker and the load application, to be killed and started again. The application's rows are in a database
 * server of its own: MariaDB's driver answers a commit that its server's death cuts with an XAException without a code, which
 * the transaction manager takes for a heuristic outcome and never tries again. Used by one thread.
 */
final class CrashStack implements AutoCloseable {

    /** What anything may take on a busy machine: who waits so long has failed. */
    static final Duration LONG = Duration.ofMinutes(5);

    private static final Path FOLDER = Path.of("target", "it", "crash").toAbsolutePath();
    private static final Decisions DECISIONS = new Decisions(FOLDER.resolve("server/data/tx-object-store"));
    private static final ApplicationUser ADMIN = ApplicationUser.withGeneratedPassword(
            "admin", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");

    private final EmbeddedMariaDb database;
    private final EmbeddedMariaDb applicationDatabase;
    private final WildFlyServer server;
    private final Map<Long, Long> ends = new HashMap<>();

    private CrashStack(EmbeddedMariaDb database, EmbeddedMariaDb applicationDatabase, WildFlyServer server) {
        this.database = database;
        this.applicationDatabase = applicationDatabase;
        this.server = server;
    }

    /** All of it on new data. */
    static CrashStack start() throws IOException, SQLException {
        FileTree.delete(FOLDER);
        Files.createDirectories(FOLDER.resolve("load"));
        System.setProperty(LoadFolder.PROPERTY, FOLDER.resolve("load").toString());
        EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.temporary(FOLDER.resolve("database")));
        Path rows = FOLDER.resolve("application-database");
        EmbeddedMariaDb applicationDatabase = EmbeddedMariaDb.start(MariaDbSettings.temporary(rows));
        WildFlyServer server = WildFlyServer.create(settings(database, applicationDatabase));
        CrashStack stack = new CrashStack(database, applicationDatabase, server);
        boolean started = false;
        try {
            stack.execute(EffectTable.CREATE);
            server.start();
            server.management().deploy(BrokerEar.file());
            stack.client().awaitReady(LONG);
            server.management().deploy(LoadArchive.create());
            stack.awaitConsumers();
            started = true;
            return stack;
        } finally {
            if (!started) {
                stack.close();
            }
        }
    }

    private static ServerSettings settings(EmbeddedMariaDb database, EmbeddedMariaDb applicationDatabase) {
        return ServerSettings.in(FOLDER.resolve("server"))
                .withConfiguration(ServerConfiguration.reprise()
                        .with(datasource(applicationDatabase, "CrashXa", ApplicationDatasource.Kind.XA))
                        .with(datasource(applicationDatabase, "CrashLast", ApplicationDatasource.Kind.LAST_RESOURCE)))
                .withDatabase(database)
                .withMdbPool(20)
                .withRecoveryEvery(1)
                // A branch without a decision is undone only when it was seen for so long; 20 s by default.
                .withProperty("JTAEnvironmentBean.orphanSafetyInterval", "2000")
                .withProperty(LoadFolder.PROPERTY, LoadFolder.path().toString())
                .withUser(ADMIN);
    }

    private static ApplicationDatasource datasource(
            EmbeddedMariaDb database, String name, ApplicationDatasource.Kind kind) {
        return new ApplicationDatasource(
                name,
                kind,
                database.jdbcUrl() + "?" + ServerSettings.JDBC_OPTIONS,
                database.user(),
                database.password());
    }

    /** The broker's. */
    EmbeddedMariaDb database() {
        return database;
    }

    /** The one that holds the application's rows. */
    EmbeddedMariaDb applicationDatabase() {
        return applicationDatabase;
    }

    WildFlyServer server() {
        return server;
    }

    /** Kills it without a word, and knows when. */
    void killServer() {
        ends.put(server.pid(), System.currentTimeMillis());
        server.kill();
    }

    /** Returns when it has halted by itself. */
    void awaitServerEnd(String why) {
        long pid = server.pid();
        Awaitility.await(why).atMost(LONG).until(() -> !server.isRunning());
        ends.put(pid, CountCheck.BY_ITSELF);
    }

    /** Every count is what beans saw. */
    CountCheck checkCounts() throws IOException {
        return new CountCheck(ends, Work.SESSIONS + Next.SESSIONS).run();
    }

    RepriseClient client() {
        return new RepriseClient(server.httpUri(), ADMIN.name(), ADMIN.password());
    }

    /** After a kill or a halt: boots it and returns when broker and beans are there again. */
    void startServerAgain() {
        server.start();
        client().awaitReady(LONG);
        awaitConsumers();
    }

    private void awaitConsumers() {
        client().awaitConsumers(Work.QUEUE, 1, LONG);
        client().awaitConsumers(Next.QUEUE, 1, LONG);
    }

    /** Returns when every message is dealt with, and nobody is in doubt about anything. */
    void awaitSettled() {
        boolean settled = false;
        try {
            awaitNothingLeft();
            settled = true;
        } finally {
            if (!settled && server.isRunning()) {
                server.printThreads();
                Campaign.say("not settled; the transaction manager has " + Decisions.describe(server.management()));
            }
        }
    }

    private void awaitNothingLeft() {
        client().awaitDrained(Work.QUEUE, LONG);
        client().awaitDrained(Next.QUEUE, LONG);
        // Not drained at last: a message in doubt may come back and be sent on.
        Awaitility.await("nothing to be in doubt")
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(this::nothingIsLeft);
    }

    private void nothingIsLeft() throws IOException, SQLException {
        assertThat(database.isRunning()).isTrue();
        assertThat(figure(Work.QUEUE, "spooledMsgCount")).isZero();
        assertThat(figure(Next.QUEUE, "spooledMsgCount")).isZero();
        for (String queue : new String[] {Work.QUEUE, Next.QUEUE}) {
            assertThat(figure(queue, "inDoubtMsgCount")).isZero();
            assertThat(figure(queue, "reservedMsgCount")).isZero();
        }
        assertThat(client().preparedBranches()).isZero();
        assertThat(count("XA RECOVER")).as("branches prepared in the database").isZero();
        assertThat(PreparedFile.all()).as("branches of the crashing resource").isEmpty();
        assertThat(DECISIONS.left()).as("decisions of the transaction manager").isEmpty();
    }

    private long figure(String queue, String name) {
        ModelNode value = Objects.requireNonNull(client().statistics(queue).get(name), name);
        return value.asLong();
    }

    /** Rows of an SQL query's answer. */
    long count(String sql) throws SQLException {
        try (Connection connection = applicationDatabase.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            long count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = applicationDatabase.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        server.close();
        database.close();
        applicationDatabase.close();
    }
}
