package io.reprise.broker.it.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.process.FileTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMariaDbTest {

    @TempDir
    private Path folder;

    @Test
    void runsWithTheSettingsTheLogAsksFor() throws SQLException {
        try (EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.kept(folder))) {
            try (Connection connection = database.connect()) {

                assertThat(variable(connection, "innodb_flush_log_at_trx_commit"))
                        .isEqualTo("1");
                assertThat(variable(connection, "log_bin")).isEqualTo("OFF");
                assertThat(variable(connection, "max_allowed_packet")).isEqualTo("67108864");
                assertThat(variable(connection, "character_set_server")).isEqualTo("utf8mb4");
                assertThat(Long.parseLong(variable(connection, "innodb_log_file_size")))
                        .isIn(96L << 20, 1L << 30);
            }
        }
    }

    @Test
    void makesItsDataOutsideTheSystemsTemporaryFolderToo() throws Exception {
        Path elsewhere = Path.of("target", "it", "database").toAbsolutePath();
        FileTree.delete(elsewhere);

        try (EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.temporary(elsewhere))) {

            assertThat(database.isRunning()).isTrue();
        }
    }

    @Test
    void keepsWhatWasCommittedOverAKillAndARestartOnTheSamePort() throws SQLException {
        try (EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.kept(folder))) {
            int port = database.port();
            long pid = database.pid();
            insertOneRow(database);

            database.kill();

            assertThat(database.isRunning()).isFalse();
            assertThat(ProcessHandle.of(pid)).isEmpty();
            database.start();
            assertThat(database.port()).isEqualTo(port);
            assertThat(database.pid()).isNotEqualTo(pid);
            assertThat(rows(database)).isEqualTo(1);
        }
    }

    @Test
    void keepsItsDataForTheNextOneOnTheFolder() throws SQLException {
        try (EmbeddedMariaDb first = EmbeddedMariaDb.start(MariaDbSettings.kept(folder))) {
            insertOneRow(first);
        }

        try (EmbeddedMariaDb second = EmbeddedMariaDb.start(MariaDbSettings.kept(folder))) {

            assertThat(rows(second)).isEqualTo(1);
        }
    }

    @Test
    void leavesNothingOfATemporaryOne() {
        EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.temporary(folder.resolve("t")));
        long pid = database.pid();

        database.close();

        assertThat(folder.resolve("t")).doesNotExist();
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void stopsThoughItIsPaused() {
        EmbeddedMariaDb database = EmbeddedMariaDb.start(MariaDbSettings.kept(folder));
        database.pause();

        database.close();

        assertThat(database.isRunning()).isFalse();
    }

    @Test
    void namesABusyPortInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() ->
                            EmbeddedMariaDb.start(MariaDbSettings.kept(folder).onPort(port)))
                    .isInstanceOf(DatabaseFailure.class)
                    .hasMessage("Port " + port
                            + " for the database is in use by another program: stop that one, or choose another port");
        }
    }

    @Test
    void namesTheProcessThatUsesTheDataFolder() {
        try (EmbeddedMariaDb first = EmbeddedMariaDb.start(MariaDbSettings.kept(folder))) {

            assertThatThrownBy(() -> EmbeddedMariaDb.start(MariaDbSettings.kept(folder)))
                    .isInstanceOf(DatabaseFailure.class)
                    .hasMessage("The data folder " + folder + " is in use by another running MariaDB (process "
                            + first.pid() + ")");
        }
    }

    @Test
    void namesADataFolderThatHoldsNoDatabase() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data").resolve("letter.txt"), "Dear all");

        assertThatThrownBy(() -> EmbeddedMariaDb.start(MariaDbSettings.kept(folder)))
                .isInstanceOf(DatabaseFailure.class)
                .hasMessageContaining("is broken")
                .hasMessageContaining(folder.resolve("data").toString())
                .message()
                .doesNotContain("\n");
        assertThat(folder.resolve("data").resolve("letter.txt")).exists();
    }

    @Test
    void namesADataFolderWhoseDataWasDamaged() throws Exception {
        EmbeddedMariaDb.start(MariaDbSettings.kept(folder)).close();
        Files.write(folder.resolve("data").resolve("ibdata1"), new byte[16_384]);

        assertThatThrownBy(() -> EmbeddedMariaDb.start(MariaDbSettings.kept(folder)))
                .isInstanceOf(DatabaseFailure.class)
                .hasMessageStartingWith("The data folder " + folder + " is broken or not usable: ")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void namesAMissingLibrary() throws IOException {
        Path programs = Files.createDirectories(
                folder.resolve("cache").resolve("mariadb-11.4.5").resolve("bin"));
        Files.createFile(programs.resolveSibling("complete"));
        Path server = Files.writeString(programs.resolve("mariadbd"), """
                #!/bin/sh
                echo "$0: error while loading shared libraries: libsystemd.so.0: cannot open shared object file" >&2
                exit 127
                """);
        assertThat(server.toFile().setExecutable(true)).isTrue();
        System.setProperty("reprise.cache", folder.resolve("cache").toString());

        try {
            assertThatThrownBy(() -> EmbeddedMariaDb.start(MariaDbSettings.kept(folder.resolve("db"))))
                    .isInstanceOf(DatabaseFailure.class)
                    .hasMessage("The embedded MariaDB needs the shared library libsystemd.so.0, which this machine"
                            + " doesn't have: install the system package that brings it");
        } finally {
            System.clearProperty("reprise.cache");
        }
    }

    private static void insertOneRow(EmbeddedMariaDb database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept (id BIGINT PRIMARY KEY)");
            statement.execute("INSERT INTO kept VALUES (1)");
        }
    }

    private static int rows(EmbeddedMariaDb database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT COUNT(*) FROM kept")) {
            found.next();
            return found.getInt(1);
        }
    }

    private static String variable(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE '" + name + "'")) {
            found.next();
            return found.getString(2);
        }
    }
}
