package io.reprise.broker.engine.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Shows that an owner lives: a named lock of the database, held by a connection of its own [LOG.md L10]. The database gives it up
 * when the connection ends, or when its owner was silent for {@link DatabaseOptions#ownerSilence()} (its process is stopped). Only
 * courtesy between brokers: what keeps the log safe is its key. Thread-safe.
 */
final class OwnerLock implements AutoCloseable {
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9._-]+");

    private final DataSource dataSource;
    private final String name;
    private final DatabaseOptions options;
    private @Nullable Connection holder;
    private boolean closed;

    private OwnerLock(DataSource dataSource, String vpn, String schema, DatabaseOptions options) {
        this.dataSource = dataSource;
        this.name = "reprise:" + schema + ":" + unmistakable(vpn);
        this.options = options;
    }

    /** The database takes names of locks for the same whatever their case, and bounds their length. */
    private static String unmistakable(String vpn) {
        return PLAIN.matcher(vpn).matches() ? vpn : "#" + UUID.nameUUIDFromBytes(vpn.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Takes the lock.
     *
     * @return null if another held it for the whole of {@code wait}
     */
    static @Nullable OwnerLock take(DataSource dataSource, String schema, String vpn, DatabaseOptions options)
            throws SQLException {
        OwnerLock lock = new OwnerLock(dataSource, vpn, schema, options);
        return lock.hold(options.liveOwnerWait()) ? lock : null;
    }

    /**
     * A sign of life; takes the lock again if its connection was lost and nobody has it. Whether it is held: never once it was closed, when
     * nobody would give it up again.
     */
    synchronized boolean touch() throws SQLException {
        if (closed) {
            return false;
        }
        Connection connection = holder;
        if (connection != null) {
            try {
                return ask(connection, "SELECT IS_USED_LOCK(?) = CONNECTION_ID()");
            } catch (SQLException lost) {
                holder = null;
                Connections.discard(connection);
            }
        }
        return hold(Duration.ZERO);
    }

    @Override
    public synchronized void close() {
        closed = true;
        Connection connection = holder;
        holder = null;
        if (connection == null) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION wait_timeout = DEFAULT");
            ask(connection, "SELECT RELEASE_LOCK(?)");
            Connections.giveBack(connection);
        } catch (SQLException failure) {
            Connections.discard(connection);
        }
    }

    private boolean hold(Duration wait) throws SQLException {
        Connection connection = dataSource.getConnection();
        boolean held = false;
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET SESSION wait_timeout = " + options.ownerSilence().toSeconds());
            answerWithin(connection, wait.plus(options.answerTimeout()));
            held = ask(connection, "SELECT GET_LOCK(?, " + wait.toMillis() / 1000.0 + ")");
            answerWithin(connection, options.answerTimeout());
            return held;
        } finally {
            if (held) {
                holder = connection;
            } else {
                Connections.discard(connection);
            }
        }
    }

    private static void answerWithin(Connection connection, Duration timeout) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
    }

    private boolean ask(Connection connection, String question) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setString(1, name);
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() && answer.getInt(1) == 1;
            }
        }
    }
}
