package io.reprise.broker.engine.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Lends connections of a pool, each set up for this broker and by that known to live. Thread-safe. An interrupt does not break the
 * borrowing off; it is there again afterwards [LOG.md L29].
 */
final class PreparedDataSource implements DataSource {
    /** A pool that was idle while its database restarted may hand out one dead connection after the other. */
    private static final int TRIES = 30;

    private final DataSource pool;
    private final SessionSettings settings;

    PreparedDataSource(DataSource pool, SessionSettings settings) {
        this.pool = pool;
        this.settings = settings;
    }

    @Override
    public Connection getConnection() throws SQLException {
        boolean interrupted = Thread.interrupted();
        try {
            return borrow();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Connection borrow() throws SQLException {
        for (int tries = 1; ; tries++) {
            Connection connection = pool.getConnection();
            try {
                settings.apply(connection);
                return connection;
            } catch (SQLException failure) {
                Connections.discard(connection);
                if (SqlFailure.of(failure) != SqlFailure.UNCLEAR) {
                    throw failure;
                }
                if (tries == TRIES) {
                    throw onlyDeadOnes(failure);
                }
            }
        }
    }

    /** Without validation a pool hands out the same dead connection for ever after its database was restarted. */
    private static SQLException onlyDeadOnes(SQLException failure) {
        SQLException found = new SQLException(
                "The datasource handed out " + TRIES + " dead connections one after the other; it must validate them"
                        + " (validate-on-match = true with a valid-connection-checker, or an exception-sorter). The last: "
                        + SqlFailure.text(failure),
                "08000");
        found.addSuppressed(failure);
        return found;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The pool knows its user.");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        return pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || pool.isWrapperFor(type);
    }
}
