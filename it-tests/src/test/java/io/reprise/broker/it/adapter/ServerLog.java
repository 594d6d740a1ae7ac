package io.reprise.broker.it.adapter;

import io.reprise.broker.it.server.ServerManagement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;

/** The server's log from a moment on. */
final class ServerLog {
    private final Path file;
    private final int from;

    private ServerLog(Path file, int from) {
        this.file = file;
        this.from = from;
    }

    /** From now on. */
    static ServerLog fromNow(RunningBroker broker) {
        Path log = broker.server().log();
        return new ServerLog(log, lines(log).size());
    }

    /** Lets the adapter say what becomes of each branch. */
    static void showBranches(ServerManagement management) {
        ModelNode add = Operations.createAddOperation(
                Operations.createAddress("subsystem", "logging", "logger", "io.reprise.broker.ra.xa"));
        add.get("level").set("DEBUG");
        management.call(add);
        ModelNode console = Operations.createWriteAttributeOperation(
                Operations.createAddress("subsystem", "logging", "console-handler", "CONSOLE"), "level", "DEBUG");
        management.call(console);
    }

    List<String> containing(String text) {
        List<String> all = lines(file);
        return all.subList(from, all.size()).stream()
                .filter(line -> line.contains(text))
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
