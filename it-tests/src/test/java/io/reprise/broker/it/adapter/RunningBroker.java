package io.reprise.broker.it.adapter;

import io.reprise.broker.it.adapter.probe.GuardedBean;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.server.ApplicationDatasource;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerManagement;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One database, one server and the broker on it, started for the first suite that asks and shared by all of them. */
final class RunningBroker implements ExtensionContext.Store.CloseableResource {
    private static final ApplicationUser ADMIN = ApplicationUser.withGeneratedPassword(
            "admin", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");

    /** Who has a role of another application alone. */
    static final ApplicationUser GUEST = ApplicationUser.withGeneratedPassword("guest", "guests");

    private final EmbeddedMariaDb database;
    private final WildFlyServer server;

    private RunningBroker(String folder) {
        database = EmbeddedMariaDb.startTemporary();
        ApplicationDatasource shop = new ApplicationDatasource(
                "Shop", ApplicationDatasource.Kind.XA, database.jdbcUrl(), database.user(), database.password());
        ApplicationDatasource audit = new ApplicationDatasource(
                "Audit",
                ApplicationDatasource.Kind.LAST_RESOURCE,
                database.jdbcUrl(),
                database.user(),
                database.password());
        server = WildFlyServer.create(ServerSettings.in(Path.of("target", "it", folder))
                .withConfiguration(ServerConfiguration.reprise().with(shop).with(audit))
                .withDatabase(database)
                .withMdbPool(30)
                .withRecoveryEvery(1)
                .withUser(ADMIN)
                .withUser(GUEST)
                .withUser(new ApplicationUser(GuardedBean.USER, GuardedBean.PASSWORD, List.of("reprise-client"))));
        server.start();
        new AdministeredObjects(server.management())
                .topic("java:/jms/topic/Prices", "it/prices/*")
                .topic("java:/jms/topic/Quotes", "it/quotes/*")
                .queue("java:/jms/queue/Sent", "it.sent");
        deployBroker();
    }

    /** One of its own, for a suite that kills it; to be closed. */
    static RunningBroker alone(String folder) {
        return new RunningBroker(folder);
    }

    /** Resolves parameters of this type. */
    static final class Extension implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
            return parameter.getParameter().getType() == RunningBroker.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
            return extension
                    .getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent("adapter", RunningBroker::new, RunningBroker.class);
        }
    }

    /** Deploys the broker, or replaces it under live applications. */
    void deployBroker() {
        server.management().deploy(BrokerEar.file());
        client().awaitReady(Duration.ofMinutes(2));
    }

    WildFlyServer server() {
        return server;
    }

    ServerManagement management() {
        return server.management();
    }

    EmbeddedMariaDb database() {
        return database;
    }

    RepriseClient client() {
        return new RepriseClient(server.httpUri(), ADMIN.name(), ADMIN.password());
    }

    /** The broker as another user has it. */
    RepriseClient client(String user, String password) {
        return new RepriseClient(server.httpUri(), user, password);
    }

    /** A deployed application of probe beans. */
    ProbeApplication application(String name) {
        return new ProbeApplication(server, name);
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
