package io.reprise.broker.it.management;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A database and a server with the broker on it, for a suite that stops, kills and pauses them. Whatever is stored after a message was
 * presented says that it was: an unclean end misses no count after it (LOG.md L24). One thread.
 */
final class OwnServer implements AutoCloseable {
    /** What anything may take on a busy machine. */
    static final Duration LONG = Duration.ofMinutes(5);

    private static final ApplicationUser ADMIN = ApplicationUser.withGeneratedPassword(
            "admin", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");

    private final EmbeddedMariaDb database;
    private final WildFlyServer server;

    private OwnServer(EmbeddedMariaDb database, WildFlyServer server) {
        this.database = database;
        this.server = server;
    }

    /** Starts all of it on new data, in a folder of that name. */
    static OwnServer start(String folder) {
        return start(folder, ServerConfiguration.reprise());
    }

    /** As {@link #start(String)}, on a server that is configured so. */
    static OwnServer start(String folder, ServerConfiguration configuration) {
        EmbeddedMariaDb database = EmbeddedMariaDb.startTemporary();
        WildFlyServer server = WildFlyServer.create(ServerSettings.in(Path.of("target", "it", folder))
                .withConfiguration(configuration)
                .withDatabase(database)
                .withProperty("reprise.web.push.allowedTargets", "127.0.0.1")
                .withProperty("reprise.engine.leastMarkAge", "0")
                .withUser(ADMIN));
        OwnServer own = new OwnServer(database, server);
        boolean started = false;
        try {
            server.start();
            server.management().deploy(BrokerEar.file());
            own.awaitReady();
            started = true;
            return own;
        } finally {
            if (!started) {
                own.close();
            }
        }
    }

    EmbeddedMariaDb database() {
        return database;
    }

    WildFlyServer server() {
        return server;
    }

    /** As somebody with every role. */
    Api api() {
        return Api.at(server.httpUri(), ADMIN);
    }

    void awaitReady() {
        new RepriseClient(server.httpUri(), ADMIN.name(), ADMIN.password()).awaitReady(LONG);
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
