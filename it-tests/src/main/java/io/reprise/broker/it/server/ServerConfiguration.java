package io.reprise.broker.it.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is in the server's configuration file: {@code standalone-full.xml}, made slim, with the broker's datasource and
 * defaults.
 *
 * @param prepared whether the broker's datasource and defaults are there, so that its EAR can be deployed
 * @param artemis whether the server's own Artemis broker stays, on its journal, as the benchmark's peer
 * @param microProfileHealth whether the server has MicroProfile Health, which its management then answers to everybody
 * @param datasources further datasources, for applications
 */
public record ServerConfiguration(
        boolean prepared, boolean artemis, boolean microProfileHealth, List<ApplicationDatasource> datasources) {

    static final String FILE = "standalone-full.xml";

    public ServerConfiguration {
        datasources = List.copyOf(datasources);
    }

    /** Reprise alone. */
    public static ServerConfiguration reprise() {
        return new ServerConfiguration(true, false, false, List.of());
    }

    /** A server that has never heard of Reprise: what a suite's set-up task starts from. */
    public static ServerConfiguration unprepared() {
        return new ServerConfiguration(false, false, false, List.of());
    }

    /** Beside it the server's own Artemis: its adapter {@code activemq-ra.rar}, its factory {@code java:/JmsXA}. */
    public ServerConfiguration withArtemis() {
        return new ServerConfiguration(prepared, true, microProfileHealth, datasources);
    }

    /** With MicroProfile Health, as {@code docs/operations.md} has it. */
    public ServerConfiguration withMicroProfileHealth() {
        return new ServerConfiguration(prepared, artemis, true, datasources);
    }

    public ServerConfiguration with(ApplicationDatasource datasource) {
        List<ApplicationDatasource> all = new ArrayList<>(datasources);
        all.add(datasource);
        return new ServerConfiguration(prepared, artemis, microProfileHealth, all);
    }

    /** The commands for an embedded server; equal configurations give equal texts. */
    String script() {
        List<String> parts = new ArrayList<>();
        parts.add("embed-server --server-config=" + FILE + " --std-out=discard");
        if (!artemis) {
            parts.add("/subsystem=messaging-activemq/server=default:remove");
            parts.add("/subsystem=ee/service=default-bindings:undefine-attribute(name=jms-connection-factory)");
        }
        if (prepared) {
            parts.add(resource("driver.cli"));
            parts.addAll(SetupScript.read().commands());
            parts.add(resource("console.cli"));
        }
        parts.add(resource("slim.cli"));
        if (microProfileHealth) {
            parts.add(resource("health.cli"));
        }
        parts.add(datasources.stream().map(ApplicationDatasource::script).collect(Collectors.joining("\n")));
        parts.add("stop-embedded-server");
        return String.join("\n", parts) + "\n";
    }

    static String resource(String name) {
        try (@Nullable InputStream script = ServerConfiguration.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException(name + " isn't on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
