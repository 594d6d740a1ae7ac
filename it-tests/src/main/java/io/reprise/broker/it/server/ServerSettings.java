package io.reprise.broker.it.server;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a server is to run. Made by {@link #in} and changed by the {@code with…} methods.
 *
 * @param home the WildFly distribution
 * @param baseDirectory holds its configuration, data, content and log; laid out anew by {@link WildFlyServer#create}
 * @param httpPort on the loopback address, 0 for a free one
 * @param managementPort on the loopback address, 0 for a free one
 * @param configuration what its configuration file holds
 * @param users of the realm for applications
 * @param javaOptions of its virtual machine
 * @param properties its system properties
 */
public record ServerSettings(
        WildFlyHome home,
        Path baseDirectory,
        int httpPort,
        int managementPort,
        ServerConfiguration configuration,
        List<ApplicationUser> users,
        List<String> javaOptions,
        Map<String, String> properties) {

    /** What the broker asks of its JDBC driver (LOG.md L1). */
    public static final String JDBC_OPTIONS =
            "useServerPrepStmts=true&tcpKeepAlive=true&socketTimeout=30000&connectTimeout=10000";

    static final String NODE_IDENTIFIER = "jboss.tx.node.id";
    static final String DATA_DIRECTORY = "jboss.server.data.dir";

    public ServerSettings {
        baseDirectory = baseDirectory.toAbsolutePath();
        users = List.copyOf(users);
        javaOptions = List.copyOf(javaOptions);
        properties = Map.copyOf(properties);
    }

    /** Reprise's configuration, free ports, 512 MB of heap. */
    public static ServerSettings in(Path baseDirectory) {
        return new ServerSettings(
                WildFlyHome.fromBuild(),
                baseDirectory,
                0,
                0,
                ServerConfiguration.reprise(),
                List.of(),
                List.of("-Xmx512m"),
                Map.of());
    }

    /** The broker's datasource reads and writes this database. */
    public ServerSettings withDatabase(EmbeddedMariaDb database) {
        return withDatabase(database.jdbcUrl() + "?" + JDBC_OPTIONS, database.user(), database.password());
    }

    /** The broker's datasource reads and writes the database of this URL, options included. */
    public ServerSettings withDatabase(String url, String user, String password) {
        return withProperty("reprise.db.url", url)
                .withProperty("reprise.db.user", user)
                .withProperty("reprise.db.password", password);
    }

    public ServerSettings withConfiguration(ServerConfiguration chosen) {
        ServerSettings changed = new ServerSettings(
                home, baseDirectory, httpPort, managementPort, chosen, users, javaOptions, properties);
        for (ApplicationDatasource datasource : chosen.datasources()) {
            changed = changed.withProperties(datasource.properties());
        }
        return changed;
    }

    public ServerSettings withPorts(int http, int management) {
        return new ServerSettings(home, baseDirectory, http, management, configuration, users, javaOptions, properties);
    }

    public ServerSettings withUser(ApplicationUser user) {
        List<ApplicationUser> all = new ArrayList<>(users);
        all.add(user);
        return new ServerSettings(
                home, baseDirectory, httpPort, managementPort, configuration, all, javaOptions, properties);
    }

    /** Replaces the options of the virtual machine; the default is {@code -Xmx512m} alone. */
    public ServerSettings withJavaOptions(String... options) {
        return new ServerSettings(
                home, baseDirectory, httpPort, managementPort, configuration, users, List.of(options), properties);
    }

    public ServerSettings withProperty(String name, String value) {
        return withProperties(Map.of(name, value));
    }

    /** Beans in a message-driven bean's pool: at least as many as its sessions, or those wait (WILDFLY.md 6). */
    public ServerSettings withMdbPool(int beans) {
        return withProperty("reprise.mdb.pool", Integer.toString(beans));
    }

    /** The transaction manager looks for branches to recover so often, and waits so long between its two passes. */
    public ServerSettings withRecoveryEvery(int seconds) {
        return withProperty("RecoveryEnvironmentBean.periodicRecoveryPeriod", Integer.toString(seconds))
                .withProperty("RecoveryEnvironmentBean.recoveryBackoffPeriod", Integer.toString(seconds));
    }

    /**
     * Keeps the server's data, its transaction log above all, in a directory that outlives the base directory, under the
     * name by which the transaction manager knows its own branches there.
     */
    public ServerSettings withData(Path directory, String nodeIdentifier) {
        return withProperty(DATA_DIRECTORY, directory.toAbsolutePath().toString())
                .withProperty(NODE_IDENTIFIER, nodeIdentifier);
    }

    public ServerSettings withProperties(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.putAll(more);
        return new ServerSettings(
                home, baseDirectory, httpPort, managementPort, configuration, users, javaOptions, all);
    }
}
