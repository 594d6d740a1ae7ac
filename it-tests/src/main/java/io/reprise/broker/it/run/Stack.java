package io.reprise.broker.it.run;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.database.MariaDbSettings;
import io.reprise.broker.it.demo.AllEarthquakes;
import io.reprise.broker.it.demo.DemonstrationArchive;
import io.reprise.broker.it.demo.StrongEarthquakes;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import io.reprise.broker.it.suite.SubjectClient;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Database, server, broker and demonstration, started in this order and stopped in the other one. Started by one thread;
 * closed by any.
 */
final class Stack {

    private static final Duration READY_LIMIT = Duration.ofMinutes(2);
    private static final ApplicationUser ADMIN = ApplicationUser.withGeneratedPassword(
            "admin", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");

    private final PrintStream out;
    private volatile @Nullable EmbeddedMariaDb database;
    private volatile @Nullable WildFlyServer server;
    private boolean closed;

    Stack(PrintStream out) {
        this.out = out;
    }

    /** Starts all of it and shows the demonstration; whether its counts matched. */
    boolean start(RunOptions options) {
        EmbeddedMariaDb startedDatabase = startDatabase(options);
        WildFlyServer startedServer = startServer(options, startedDatabase);
        RepriseClient client = deploy(startedServer);
        SubjectClient subjects = new SubjectClient(startedServer.httpUri(), ADMIN.name(), ADMIN.password());
        return new Demonstration(startedServer, client, subjects, out).matches();
    }

    /** The addresses, the user, an example. */
    void sayWhereToLook() {
        WildFlyServer running = server;
        EmbeddedMariaDb runningDatabase = database;
        if (running == null || runningDatabase == null) {
            return;
        }
        String root = running.httpUri() + "/reprise";
        out.println();
        out.println("Reprise is running. User " + ADMIN.name() + ", password " + ADMIN.password());
        out.println("  health      " + root + "/health");
        out.println("  metrics     " + root + "/metrics");
        out.println("  queues      " + root + "/SEMP/v2/monitor/msgVpns/default/queues");
        out.println("  replay log  " + root + "/SEMP/v2/monitor/msgVpns/default/replayLogs");
        out.println("  send        curl -u " + ADMIN.name() + ":" + ADMIN.password() + " -d hello " + root
                + "/rest/v1/default/TOPIC/quakes/xx/earthquake/strong");
        out.println("  last value  curl -u " + ADMIN.name() + ":" + ADMIN.password() + " '" + root
                + "/rest/consume?subject=/Stocks/NYSE/IBM'");
        out.println("  live        curl -N -u " + ADMIN.name() + ":" + ADMIN.password() + " '" + root
                + "/rest/subscribe?subject=/Stocks/%3E'");
        out.println("  publish     curl -u " + ADMIN.name() + ":" + ADMIN.password() + " -d 130 '" + root
                + "/rest/produce?subject=/Stocks/NYSE/IBM'");
        out.println("  again       curl -X POST " + running.httpUri() + "/demo/run");
        out.println("  server log  " + running.log());
        out.println("  database    " + runningDatabase.jdbcUrl() + ", user " + runningDatabase.user() + ", password "
                + runningDatabase.password());
        out.println("Ctrl-C ends it.");
    }

    /** Stops the server, then the database; a second call waits for the first and does nothing. */
    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        WildFlyServer runningServer = server;
        if (runningServer != null) {
            out.println("Stopping the server …");
            runningServer.close();
        }
        EmbeddedMariaDb runningDatabase = database;
        if (runningDatabase != null) {
            out.println("Stopping the database …");
            runningDatabase.close();
            out.println("Stopped; the data is kept.");
        }
    }

    /** For the end of the process. */
    void closeAnd(Runnable first) {
        first.run();
        close();
    }

    // Starting holds the lock: who closes meanwhile finds either nothing started or all of it.
    private synchronized EmbeddedMariaDb startDatabase(RunOptions options) {
        requireOpen();
        out.println("Database: starting MariaDB on " + options.data().resolve("database") + " …");
        EmbeddedMariaDb started = EmbeddedMariaDb.start(
                MariaDbSettings.kept(options.data().resolve("database")).onPort(options.databasePort()));
        database = started;
        out.println("Database: up on port " + started.port());
        return started;
    }

    private synchronized WildFlyServer startServer(RunOptions options, EmbeddedMariaDb startedDatabase) {
        requireOpen();
        out.println("Server: starting WildFly (the first time it is configured) …");
        WildFlyServer created =
                WildFlyServer.create(ServerSettings.in(options.data().resolve("server"))
                        .withData(options.data().resolve("server-data"), "run")
                        .withPorts(options.httpPort(), options.managementPort())
                        .withJavaOptions("-Xmx" + options.heapMb() + "m")
                        .withDatabase(startedDatabase)
                        .withUser(ADMIN));
        server = created;
        created.start();
        out.println("Server: up on port " + created.httpUri().getPort());
        return created;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("it was stopped");
        }
    }

    private RepriseClient deploy(WildFlyServer running) {
        out.println("Broker: deploying " + BrokerEar.NAME + " …");
        running.management().deploy(BrokerEar.file());
        RepriseClient client = new RepriseClient(running.httpUri(), ADMIN.name(), ADMIN.password());
        client.awaitReady(READY_LIMIT);
        out.println("Broker: ready");
        out.println("Demonstration: deploying " + DemonstrationArchive.NAME + " …");
        running.management().deploy(DemonstrationArchive.create());
        client.awaitConsumers(AllEarthquakes.QUEUE, 1, READY_LIMIT);
        client.awaitConsumers(StrongEarthquakes.QUEUE, 1, READY_LIMIT);
        return client;
    }
}
