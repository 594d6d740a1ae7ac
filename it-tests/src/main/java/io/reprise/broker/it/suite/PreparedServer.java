package io.reprise.broker.it.suite;

import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerManagement;
import io.reprise.broker.it.server.SetupScript;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.wildfly.plugin.tools.server.ServerManager;

/** The steps that put the broker on a running server and take it off again, by the server's management. */
final class PreparedServer {

    private static final ModelNode DATASOURCE =
            Operations.createAddress("subsystem", "datasources", "data-source", "RepriseDS");
    private static final ModelNode EJB = Operations.createAddress("subsystem", "ejb3");
    private static final String DEFAULT_ADAPTER = "default-resource-adapter-name";

    private static final ModelNode HTTP_LISTENER =
            Operations.createAddress("subsystem", "undertow", "server", "default-server", "http-listener", "default");
    private static final ModelNode ALLOWED_TARGETS =
            Operations.createAddress("system-property", "reprise.web.push.allowedTargets");
    private static final String HTTP_LIMIT = "max-post-size";

    private final ServerManagement management;
    private final SetupScript script = SetupScript.read();

    PreparedServer(ServerManagement management) {
        this.management = management;
    }

    /** The driver as a deployment, and the datasource on it. */
    void addDatasource(BrokerDatabase database) {
        management.deploy(driverJar(), SetupScript.DRIVER);
        ModelNode add = Operations.createAddOperation(DATASOURCE);
        script.arguments("/subsystem=datasources/data-source=RepriseDS:add")
                .forEach((name, value) -> add.get(name).set(value));
        add.get("max-pool-size").set(50);
        add.get("connection-url").set(database.url());
        add.get("user-name").set(database.user());
        add.get("password").set(database.password());
        management.call(add);
    }

    void removeDatasource() {
        management.call(Operations.createRemoveOperation(DATASOURCE));
        reloadIfRequired();
        management.undeploy(SetupScript.DRIVER);
    }

    /** Sets the adapter of beans that name none, or leaves them without; returns the one that was set before. */
    Optional<String> makeDefaultAdapter(Optional<String> adapter) {
        ModelNode former = management.call(Operations.createReadAttributeOperation(EJB, DEFAULT_ADAPTER));
        management.call(adapter.map(name -> Operations.createWriteAttributeOperation(EJB, DEFAULT_ADAPTER, name))
                .orElseGet(() -> Operations.createUndefineAttributeOperation(EJB, DEFAULT_ADAPTER)));
        return former.isDefined() ? Optional.of(former.asString()) : Optional.empty();
    }

    /** Lets messages as large as the broker takes come over HTTP. */
    void raiseHttpLimit() {
        String largest = Objects.requireNonNull(
                script.arguments("/subsystem=undertow/server=default-server/http-listener=default:write-attribute")
                        .get("value"));
        management.call(Operations.createWriteAttributeOperation(HTTP_LISTENER, HTTP_LIMIT, largest));
    }

    void restoreHttpLimit() {
        management.call(Operations.createUndefineAttributeOperation(HTTP_LISTENER, HTTP_LIMIT));
    }

    /** REST delivery points may push to this machine. */
    void allowPushing() {
        ModelNode add = Operations.createAddOperation(ALLOWED_TARGETS);
        add.get("value").set("127.0.0.1");
        management.call(add);
    }

    void forbidPushing() {
        management.call(Operations.createRemoveOperation(ALLOWED_TARGETS));
    }

    void addUser(ApplicationUser user) throws IOException {
        Files.writeString(usersFile(), UserFiles.with(Files.readString(usersFile()), user.name(), user.userLine()));
        Files.writeString(rolesFile(), UserFiles.with(Files.readString(rolesFile()), user.name(), user.rolesLine()));
        loadUsers();
    }

    void removeUser(String name) throws IOException {
        Files.writeString(usersFile(), UserFiles.without(Files.readString(usersFile()), name));
        Files.writeString(rolesFile(), UserFiles.without(Files.readString(rolesFile()), name));
        loadUsers();
    }

    void deployBroker(Path ear) {
        management.deploy(ear, BrokerEar.NAME);
    }

    void undeployBroker() {
        management.undeploy(BrokerEar.NAME);
    }

    void reloadIfRequired() {
        try {
            ServerManager.builder()
                    .client(management.client())
                    .shutdownOnClose(false)
                    .standalone()
                    .reloadIfRequired(2, TimeUnit.MINUTES);
        } catch (IOException failure) {
            throw new IllegalStateException("The server can't be reloaded", failure);
        }
    }

    private void loadUsers() {
        management.call(Operations.createOperation(
                "load", Operations.createAddress("subsystem", "elytron", "properties-realm", "ApplicationRealm")));
    }

    private Path usersFile() {
        return configurationFolder().resolve("application-users.properties");
    }

    private Path rolesFile() {
        return configurationFolder().resolve("application-roles.properties");
    }

    /** The server runs on this machine: its folders are ours to write. */
    private Path configurationFolder() {
        ModelNode read = Operations.createReadAttributeOperation(
                Operations.createAddress("core-service", "server-environment"), "config-dir");
        return Path.of(management.call(read).asString());
    }

    private static Path driverJar() {
        CodeSource source = Objects.requireNonNull(
                org.mariadb.jdbc.Driver.class.getProtectionDomain().getCodeSource());
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
