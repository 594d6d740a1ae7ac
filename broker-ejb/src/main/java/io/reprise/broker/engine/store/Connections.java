package io.reprise.broker.engine.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Ways to end a connection. */
final class Connections {
    private static final System.Logger LOG = System.getLogger(Connections.class.getName());

    private Connections() {}

    /** Cuts it, so that whoever waits on it fails; its pool finds it dead. Any thread. */
    static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException failure) {
            LOG.log(System.Logger.Level.DEBUG, "A connection could not be cut", failure);
        }
    }

    /** The driver's own connection under a pool's wrapper, which may lock while a statement runs: a lock nobody could cut. */
    static Connection physical(Connection pooled) throws SQLException {
        Connection driver = pooled.getMetaData().getConnection();
        return driver == null ? pooled : driver;
    }

    /** Ends one that is broken or in an unknown state, and gives it back to its pool, which drops it. */
    static void discard(Connection connection) {
        cut(connection);
        giveBack(connection);
    }

    /** Gives it back to its pool. */
    static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            LOG.log(System.Logger.Level.DEBUG, "A connection could not be closed", failure);
        }
    }
}
