package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;

/** [LOG.md L1, L9] A database that would lose messages is refused, in words that say what to change. */
@Timeout(60)
class L9StartCheckTest {
    private static MariaDbServer server;
    private static String schema;

    @BeforeAll
    static void startAServerWithBadSettings() {
        server = MariaDbServer.own(
                "--innodb-flush-log-at-trx-commit=2",
                "--log-bin=binlog",
                "--sync-binlog=0",
                "--binlog-format=STATEMENT",
                "--max-allowed-packet=1M");
        schema = server.newDatabase();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void namesAllBadSettingsTogetherWithTheirValues() {
        assertRefused(ErrorCode.BAD_DATABASE_SETTINGS, () -> open(server.url(schema), server.password()))
                .hasMessageContaining("innodb_flush_log_at_trx_commit = 2, allowed: 1")
                .hasMessageContaining("sync_binlog = 0, allowed: 1")
                .hasMessageContaining("binlog_format = STATEMENT, allowed: ROW or MIXED")
                .hasMessageContaining("max_allowed_packet = 1048576, allowed: at least 4194304");
    }

    @Test
    void leavesABadDatabaseAsItWas() throws SQLException {
        assertThatThrownBy(() -> open(server.url(schema), server.password())).isInstanceOf(BrokerException.class);

        try (Connection connection = server.connect(schema)) {
            assertThat(tables(connection)).isEmpty();
        }
    }

    @Test
    void refusesTheDriversOwnFailoverAndReplay() throws SQLException {
        String url = "jdbc:mariadb:sequential://127.0.0.1:" + server.port() + "/" + schema
                + "?transactionReplay=true&user=" + server.user() + "&password=" + server.password();
        try (Connection connection = DriverManager.getConnection(url)) {
            assertRefused(ErrorCode.BAD_DATABASE_SETTINGS, () -> ServerCheck.run(connection))
                    .hasMessageContaining("JDBC URL")
                    .hasMessageContaining("transactionReplay = true");
        }
    }

    @Test
    void saysThatAPoolHandsOutDeadConnections() throws SQLException {
        try (Connection dead = MariaDbServer.shared().connect("")) {
            dead.abort(Runnable::run);
            PreparedDataSource pool =
                    new PreparedDataSource(new OneConnection(dead), new SessionSettings(DatabaseOptions.defaults()));

            assertThatThrownBy(pool::getConnection)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("validate-on-match");
        }
    }

    @Test
    void warnsOfWhatIsOnlySlow() throws SQLException {
        MariaDbServer good = MariaDbServer.shared();
        try (Connection connection = good.connect("")) {
            List<String> warnings = ServerCheck.run(connection);

            assertThat(warnings).hasSize(2);
            assertThat(warnings).anyMatch(warning -> warning.startsWith("innodb_log_file_size = 134217728"));
            assertThat(warnings).anyMatch(warning -> warning.startsWith("useServerPrepStmts"));
        }
    }

    @Test
    void saysThatThePasswordIsWrong() {
        assertRefused(ErrorCode.DATABASE_ACCESS_REFUSED, () -> open(server.url(schema), "wrong"))
                .hasMessageContaining("Access denied for user 'reprise'");
    }

    @Test
    void saysThatTheSchemaIsUnknown() {
        assertRefused(ErrorCode.DATABASE_ACCESS_REFUSED, () -> open(server.url("nowhere"), server.password()))
                .hasMessageContaining("no such schema")
                .hasMessageContaining("nowhere");
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }

        assertRefused(ErrorCode.DATABASE_UNAVAILABLE, () -> open(server.url(schema, free), server.password()))
                .hasMessageContaining("cannot be reached")
                .hasMessageContaining(String.valueOf(free));
    }

    @Test
    void bringsTheSchemaToItsFormOnceAndBesideOtherTables() throws SQLException {
        MariaDbServer good = MariaDbServer.shared();
        String shared = good.newDatabase();
        MariaDbDataSource dataSource = new MariaDbDataSource(good.url(shared));
        dataSource.setUser(good.user());
        dataSource.setPassword(good.password());
        try (Connection connection = good.connect(shared)) {
            connection.createStatement().execute("CREATE TABLE somebody_elses (id INT)");

            SchemaMigration.run(dataSource);
            SchemaMigration.run(dataSource);

            assertThat(tables(connection)).contains("somebody_elses", "log_entry", "checkpoint");
        }
    }

    /** They are named one by one; one that is forgotten there would be missed only by who needs it. */
    @Test
    void runsEveryMigrationThereIs() throws Exception {
        Path folder = Path.of(Objects.requireNonNull(
                        SchemaMigration.class.getResource("/db/migration/reprise/V1__the_log_and_its_checkpoints.sql"))
                .toURI());
        List<String> there;
        try (Stream<Path> files = Files.list(folder.getParent())) {
            there = files.map(file -> file.getFileName().toString()).toList();
        }

        try (Connection connection = MariaDbServer.shared().connect(TestDatabase.schema())) {
            assertThat(names(connection, "SELECT script FROM reprise_schema_history WHERE type = 'SQL'"))
                    .containsExactlyInAnyOrderElementsOf(there);
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        return names(connection, "SHOW TABLES");
    }

    private static List<String> names(Connection connection, String query) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** A pool that does not look at what it gets back. */
    private static final class OneConnection extends MariaDbDataSource {
        private final Connection only;

        OneConnection(Connection only) throws SQLException {
            super("jdbc:mariadb://localhost/");
            this.only = only;
        }

        @Override
        public Connection getConnection() {
            return (Connection) Proxy.newProxyInstance(
                    OneConnection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        try {
                            return method.getName().equals("close") ? null : method.invoke(only, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    });
        }
    }

    private static Database open(String url, String password) {
        return Database.connect(url, server.user(), password, DatabaseOptions.defaults());
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ErrorCode code, ThrowingCallable action) {
        return assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
