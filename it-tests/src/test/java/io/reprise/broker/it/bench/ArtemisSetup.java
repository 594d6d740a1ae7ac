package io.reprise.broker.it.bench;

import io.reprise.broker.it.server.ServerManagement;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.wildfly.plugin.tools.server.ServerManager;

/**
 * Makes the server's own broker ready: queues; enough connections and threads for every sender and session; and a session's own
 * transactions in its managed connections. Else it stays as the server ships it: a durable journal, by libaio where that is
 * found, and paging to disk for a queue of more than 10 MB; but one queue never pages within a measurement.
 */
final class ArtemisSetup {
    private static final long NO_PAGING_BELOW_BYTES = 1L << 30;
    private static final int ENOUGH = 200;

    private final ServerManagement management;

    ArtemisSetup(ServerManagement management) {
        this.management = management;
    }

    void run() {
        ModelNode unpaged =
                Operations.createAddOperation(address("address-setting", "jms.queue." + BenchRow.UNPAGED_QUEUE));
        unpaged.get("max-size-bytes").set(NO_PAGING_BELOW_BYTES);
        management.call(unpaged);
        write(address("pooled-connection-factory", "activemq-ra"), "max-pool-size", new ModelNode(ENOUGH));
        write(address("pooled-connection-factory", "activemq-ra"), "allow-local-transactions", new ModelNode(true));
        write(server(), "thread-pool-max-size", new ModelNode(ENOUGH));
        write(
                Operations.createAddress("subsystem", "messaging-activemq"),
                "global-client-thread-pool-max-size",
                new ModelNode(ENOUGH));
        for (String queue : BenchRow.queues()) {
            ModelNode add = Operations.createAddOperation(address("jms-queue", queue));
            add.get("entries").add(jndiName(queue));
            management.call(add);
        }
        reload();
    }

    /** Where a queue of it is bound. */
    static String jndiName(String queue) {
        return "java:/jms/queue/" + queue;
    }

    /** Takes off what a row left. */
    void purge(String queue) {
        management.call(Operations.createOperation("remove-messages", address("jms-queue", queue)));
    }

    /** Which journal it found. */
    static String journal(List<String> serverLog) {
        boolean aio = serverLog.stream().anyMatch(line -> line.contains("AMQ221012"));
        boolean nio = serverLog.stream().anyMatch(line -> line.contains("AMQ221013"));
        if (aio == nio) {
            throw new IllegalStateException("the server's log doesn't say which journal Artemis uses");
        }
        return aio ? "libaio" : "NIO";
    }

    private void write(ModelNode address, String attribute, ModelNode value) {
        ModelNode write = Operations.createWriteAttributeOperation(address, attribute, value);
        management.call(write);
    }

    private void reload() {
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

    private static ModelNode server() {
        return Operations.createAddress("subsystem", "messaging-activemq", "server", "default");
    }

    private static ModelNode address(String kind, String name) {
        return Operations.createAddress("subsystem", "messaging-activemq", "server", "default", kind, name);
    }
}
