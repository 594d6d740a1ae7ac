package io.reprise.broker.it.suite;

import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerManagement;
import java.time.Duration;
import java.util.Optional;
import org.jboss.as.arquillian.api.ServerSetupTask;
import org.jboss.as.arquillian.container.ManagementClient;
import org.jspecify.annotations.Nullable;

/**
 * Puts the broker on the server of an Arquillian suite, for one test class: {@code @ServerSetup(RepriseServerSetup.class)}.
 *
 * <p>The server gets the MariaDB driver, the broker's datasource, the broker's adapter as the default of message-driven
 * beans, a user for the HTTP API, leave to push to this machine, and {@code broker-ear.ear} (named by {@code -Dreprise.ear=…}). Its configuration must
 * have the messaging subsystem, as {@code standalone-full.xml} has. Afterwards all that is taken away again.
 *
 * <p>The database is a new one on an embedded MariaDB, unless a subclass names another. Arquillian calls it on the test's
 * side, once before and once after the class's deployments.
 */
public class RepriseServerSetup implements ServerSetupTask {

    private static final Duration READY_LIMIT = Duration.ofMinutes(1);

    private static @Nullable RepriseClient client;

    private @Nullable String schema;
    private Optional<String> formerAdapter = Optional.empty();

    /** The database of another server than the embedded one; that one's own when empty. */
    protected Optional<BrokerDatabase> database() {
        return Optional.empty();
    }

    /** Talks to the broker that was set up last, in this process. */
    public static RepriseClient client() {
        if (client == null) {
            throw new IllegalStateException("No test class with @ServerSetup(RepriseServerSetup.class) is running");
        }
        return client;
    }

    @Override
    public final void setup(ManagementClient container, String containerId) throws Exception {
        PreparedServer server = new PreparedServer(ServerManagement.over(container.getControllerClient()));
        ApplicationUser user = ApplicationUser.withGeneratedPassword(
                "suite", "reprise-admin", "reprise-operator", "reprise-monitor", "reprise-client");
        server.addDatasource(database().orElseGet(this::embedded));
        formerAdapter = server.makeDefaultAdapter(Optional.of(BrokerEar.ADAPTER));
        server.raiseHttpLimit();
        server.allowPushing();
        server.addUser(user);
        server.reloadIfRequired();
        server.deployBroker(BrokerEar.file());
        RepriseClient connected = new RepriseClient(container.getWebUri(), user.name(), user.password());
        connected.awaitReady(READY_LIMIT);
        client = connected;
    }

    @Override
    public final void tearDown(ManagementClient container, String containerId) throws Exception {
        client = null;
        PreparedServer server = new PreparedServer(ServerManagement.over(container.getControllerClient()));
        server.undeployBroker();
        server.removeUser("suite");
        server.makeDefaultAdapter(formerAdapter);
        server.restoreHttpLimit();
        server.forbidPushing();
        server.removeDatasource();
        server.reloadIfRequired();
        if (schema != null) {
            SharedDatabase.drop(schema);
            schema = null;
        }
    }

    private BrokerDatabase embedded() {
        schema = SharedDatabase.newSchema();
        return BrokerDatabase.embedded(schema);
    }
}
