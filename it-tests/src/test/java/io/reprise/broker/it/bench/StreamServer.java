package io.reprise.broker.it.bench;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import io.reprise.broker.it.suite.SubjectClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;

/** A server with the broker alone, for so many live subscribers. One thread. */
final class StreamServer implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);

    /** Those that are closed count until the server has noticed. */
    private static final int CONNECTIONS_TO_SPARE = 1_000;

    private static final ApplicationUser USER =
            ApplicationUser.withGeneratedPassword("bench", "reprise-client", "reprise-monitor");

    private final EmbeddedMariaDb database;
    private final WildFlyServer server;

    private StreamServer(EmbeddedMariaDb database, WildFlyServer server) {
        this.database = database;
        this.server = server;
    }

    static StreamServer start(Path folder, BenchOptions options) throws IOException {
        EmbeddedMariaDb database = EmbeddedMariaDb.start(options.database(Files.createTempDirectory("reprise-bench")));
        WildFlyServer server = WildFlyServer.create(ServerSettings.in(folder.resolve("stream-server"))
                .withDatabase(database)
                .withJavaOptions("-Xms2g", "-Xmx2g")
                .withProperties(BenchOptions.engineKeys())
                .withProperty("reprise.web.maxConnections", Integer.toString(options.streams() + CONNECTIONS_TO_SPARE))
                .withUser(USER));
        StreamServer started = new StreamServer(database, server);
        boolean done = false;
        try {
            server.start();
            server.management().deploy(BrokerEar.file());
            new RepriseClient(server.httpUri(), USER.name(), USER.password()).awaitReady(READY_LIMIT);
            done = true;
            return started;
        } finally {
            if (!done) {
                started.close();
            }
        }
    }

    SubjectClient client() {
        return new SubjectClient(server.httpUri(), USER.name(), USER.password());
    }

    SubjectStreams openStreams(int streams, int subjects) throws IOException {
        return SubjectStreams.open(server.httpUri(), USER.name(), USER.password(), streams, subjects);
    }

    /** What lives of the server's heap. */
    long usedBytes() {
        for (int i = 0; i < 2; i++) {
            server.management().call(Operations.createOperation("gc", machine("memory")));
        }
        return attribute("memory", "heap-memory-usage").get("used").asLong();
    }

    int threads() {
        return attribute("threading", "thread-count").asInt();
    }

    private ModelNode attribute(String type, String name) {
        return server.management().call(Operations.createReadAttributeOperation(machine(type), name));
    }

    private static ModelNode machine(String type) {
        return Operations.createAddress("core-service", "platform-mbean", "type", type);
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
