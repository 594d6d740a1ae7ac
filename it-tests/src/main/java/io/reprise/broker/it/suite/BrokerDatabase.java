package io.reprise.broker.it.suite;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ServerSettings;

/**
 * The MariaDB database a broker under test works on.
 *
 * @param url JDBC URL, options included
 * @param user who may create tables there
 * @param password of that user
 */
public record BrokerDatabase(String url, String user, String password) {

    /** A new empty one on this process's own server; nothing needs to be installed. */
    static BrokerDatabase embedded(String schema) {
        EmbeddedMariaDb server = SharedDatabase.server();
        return new BrokerDatabase(
                server.jdbcUrl(schema) + "?" + ServerSettings.JDBC_OPTIONS, server.user(), server.password());
    }
}
