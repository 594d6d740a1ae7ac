package io.reprise.broker.it.suite;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The embedded database server of this test process, started at first use, stopped and deleted when the process ends. */
public final class SharedDatabase {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static @Nullable EmbeddedMariaDb server;

    private SharedDatabase() {}

    /** The server, running. */
    public static synchronized EmbeddedMariaDb server() {
        if (server == null) {
            EmbeddedMariaDb started = EmbeddedMariaDb.startTemporary();
            Runtime.getRuntime().addShutdownHook(new Thread(started::close, "end of the shared database"));
            server = started;
        }
        return server;
    }

    /** A new empty database on it; returns its name. */
    public static String newSchema() {
        String name = "suite_" + SCHEMAS.incrementAndGet();
        execute("CREATE DATABASE " + name + " CHARACTER SET utf8mb4");
        return name;
    }

    /** Drops one made by {@link #newSchema}. */
    public static void drop(String schema) {
        execute("DROP DATABASE " + schema);
    }

    private static void execute(String sql) {
        try (Connection connection = server().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException("The shared database refused: " + sql, failure);
        }
    }
}
