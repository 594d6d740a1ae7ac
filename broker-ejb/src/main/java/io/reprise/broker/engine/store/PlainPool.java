package io.reprise.broker.engine.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.reprise.broker.model.error.BrokerException;
import javax.sql.DataSource;

/**
 * The pool of a plain JVM; in a server the server's own is used and this class never loaded. Sets what the datasource of a
 * server has to say itself [LOG.md L1].
 */
final class PlainPool {
    /** Each VPN keeps two for itself. */
    private static final int MOST_CONNECTIONS = 50;

    private static final long BORROW_TIMEOUT_MILLIS = 5_000;
    private static final int CONNECT_TIMEOUT_MILLIS = 4_000;

    private final HikariDataSource pool;

    private PlainPool(HikariDataSource pool) {
        this.pool = pool;
    }

    /**
     * @throws BrokerException if not even one connection can be made
     */
    static PlainPool open(String jdbcUrl, String user, String password, DatabaseOptions options) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("reprise");
        config.setJdbcUrl(jdbcUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(BORROW_TIMEOUT_MILLIS);
        // One try at once: a wrong password or a server that is away shows in its own words.
        config.setInitializationFailTimeout(1);
        config.addDataSourceProperty("useServerPrepStmts", "true");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("connectTimeout", String.valueOf(CONNECT_TIMEOUT_MILLIS));
        config.addDataSourceProperty(
                "socketTimeout", String.valueOf(options.answerTimeout().toMillis()));
        try {
            return new PlainPool(new HikariDataSource(config));
        } catch (RuntimeException failure) {
            throw DatabaseFailures.translated(failure);
        }
    }

    DataSource dataSource() {
        return pool;
    }

    void close() {
        pool.close();
    }
}
