package io.reprise.broker.it.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jboss.as.controller.client.ModelControllerClient;
import org.jboss.as.controller.client.ModelControllerClientConfiguration;
import org.jboss.as.controller.client.helpers.ClientConstants;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.wildfly.plugin.tools.Deployment;
import org.wildfly.plugin.tools.DeploymentManager;
import org.wildfly.plugin.tools.DeploymentResult;

/** Administration of a running server over its management port. Calls block until the server has done what they ask. */
public final class ServerManagement implements AutoCloseable {

    /** By itself it waits five seconds, which a busy machine needs for the classes alone. */
    private static final int CONNECT_MILLIS = 60_000;

    private final ModelControllerClient client;

    private ServerManagement(ModelControllerClient client) {
        this.client = client;
    }

    /** Connects to a server of this machine and this user; the first call opens the connection. */
    static ServerManagement connect(int port) {
        return new ServerManagement(
                ModelControllerClient.Factory.create(new ModelControllerClientConfiguration.Builder()
                        .setHostName("127.0.0.1")
                        .setPort(port)
                        .setConnectionTimeout(CONNECT_MILLIS)
                        .build()));
    }

    /** Works over a connection that somebody else opened, and closes it with this. */
    public static ServerManagement over(ModelControllerClient client) {
        return new ServerManagement(client);
    }

    /** Deploys a file under its own name, or replaces the deployment of that name while others depend on it. */
    public void deploy(Path file) {
        try (Deployment deployment = Deployment.of(file)) {
            deploy(deployment);
        }
    }

    /** As {@link #deploy(Path)}, under another name. */
    public void deploy(Path file, String name) {
        try (Deployment deployment = Deployment.of(file).setName(name)) {
            deploy(deployment);
        }
    }

    /** Deploys an archive under its name, or replaces the deployment of that name. */
    public void deploy(Archive<?> archive) {
        InputStream content = archive.as(ZipExporter.class).exportAsInputStream();
        try (Deployment deployment = Deployment.of(content, archive.getName())) {
            deploy(deployment);
        }
    }

    /**
     * Stops and removes a deployment, also one that others depend on: those go down and wait for it to return.
     *
     * @param name the file name it was deployed under
     */
    public void undeploy(String name) {
        ModelNode address = Operations.createAddress(ClientConstants.DEPLOYMENT, name);
        ModelNode undeploy = Operations.createOperation("undeploy", address);
        undeploy.get("operation-headers", "rollback-on-runtime-failure").set(false);
        call(undeploy);
        call(Operations.createRemoveOperation(address));
    }

    public boolean isDeployed(String name) {
        try {
            return DeploymentManager.create(client).hasDeployment(name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Carries out an operation and returns its result.
     *
     * @throws ServerFailure when the server answers with a failure
     */
    public ModelNode call(ModelNode operation) {
        try {
            ModelNode answer = client.execute(operation);
            if (!Operations.isSuccessfulOutcome(answer)) {
                throw new ServerFailure(operation.get("operation").asString() + " failed: "
                        + FailureText.oneLine(
                                Operations.getFailureDescription(answer).asString()));
            }
            return Operations.readResult(answer);
        } catch (IOException failure) {
            throw new UncheckedIOException("The server's management doesn't answer", failure);
        }
    }

    /** The connection itself, for what this class has no words for. */
    public ModelControllerClient client() {
        return client;
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void deploy(Deployment deployment) {
        try {
            DeploymentResult result = DeploymentManager.create(client).forceDeploy(deployment);
            if (!result.successful()) {
                throw new ServerFailure(deployment.getName() + " can't be deployed: "
                        + FailureText.oneLine(result.getFailureMessage()));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("The server's management doesn't answer", failure);
        }
    }
}
