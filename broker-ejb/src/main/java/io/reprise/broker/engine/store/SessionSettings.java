package io.reprise.broker.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What every connection is set to, whatever the pool or the server says [LOG.md L1]: safety must not hang on a URL. */
final class SessionSettings {
    private final DatabaseOptions options;
    private final String statement;

    SessionSettings(DatabaseOptions options) {
        this.options = options;
        // Waiting for a lock ends before the connection is given up, so that the reason is known. Strict mode
        // everywhere:
        // without it a value too long would be cut in silence.
        statement = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = "
                + Math.max(1, options.answerTimeout().toSeconds() / 2)
                + ", idle_write_transaction_timeout = "
                + options.idleTransaction().toSeconds();
    }

    void apply(Connection connection) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, Math.toIntExact(options.answerTimeout().toMillis()));
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try (Statement set = connection.createStatement()) {
            set.execute(statement);
        }
    }
}
