package io.reprise.broker.it.setup;

import io.reprise.broker.it.process.ChildProcess;
import io.reprise.broker.it.process.ChildProcess.Readiness;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.FreePort;
import io.reprise.broker.it.process.ProcessOrder;
import io.reprise.broker.it.server.WildFlyHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A WildFly as somebody unpacked it, used by its own programs as an administrator uses them. Used by one thread. */
final class ShippedServer implements AutoCloseable {
    /**
     * For the command line: a minute to connect, and for a reload to come back, which with the broker on it takes longer than the five seconds
     * that it waits by itself.
     */
    static final String PATIENTLY = "--timeout=60000";

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<Integer> PORTS = List.of(8080, 8443, 9990, 3528, 3529);

    private final Path home;
    private final int portOffset = freeOffset();
    private ChildProcess server;

    private ShippedServer(Path home) {
        this.home = home;
    }

    /** What is never written is shared with the unpacked distribution by links; its configurations are copies. */
    static ShippedServer unpack(Path folder) throws IOException {
        FileTree.delete(folder);
        Path shipped = WildFlyHome.fromBuild().folder();
        try (Stream<Path> files = Files.walk(shipped)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = folder.resolve(shipped.relativize(file));
                boolean written = shipped.relativize(file).startsWith("standalone")
                        || shipped.relativize(file).startsWith("domain");
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (written) {
                    Files.copy(file, target);
                } else {
                    Files.createLink(target, file);
                }
            }
        }
        return new ShippedServer(folder);
    }

    /** The configuration that is used, line by line without indents. */
    List<String> configuration() throws IOException {
        try (Stream<String> lines = Files.lines(home.resolve("standalone/configuration/standalone-full.xml"))) {
            return lines.map(String::strip).filter(line -> !line.isEmpty()).toList();
        }
    }

    URI httpUri() {
        return URI.create("http://127.0.0.1:" + (8080 + portOffset));
    }

    /** Runs one of its programs in a folder and returns what it printed and how it ended. */
    Ended run(Path folder, String program, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin").resolve(program).toString()));
        command.addAll(List.of(arguments));
        ChildProcess process = ChildProcess.start(new ProcessOrder(
                program, command, folder, environment(), home.resolve(program + ".log"), line -> false));
        if (!process.ended(LIMIT)) {
            process.kill();
            throw new AssertionError(program + " did not end: " + process.lastLines());
        }
        return new Ended(process.exitStatus(), String.join("\n", process.lastLines()));
    }

    record Ended(int status, String said) {}

    /** The address of its management, for {@code jboss-cli.sh --connect}. */
    String controller() {
        return "--controller=127.0.0.1:" + (9990 + portOffset);
    }

    void start(String databasePassword) {
        server = ChildProcess.start(new ProcessOrder(
                "WildFly",
                List.of(
                        home.resolve("bin/standalone.sh").toString(),
                        "-c",
                        "standalone-full.xml",
                        "-Djboss.socket.binding.port-offset=" + portOffset),
                home,
                environment(databasePassword),
                home.resolve("console.log"),
                line -> line.contains("WFLYSRV0025:") || line.contains("WFLYSRV0026:")));
        if (server.awaitReady(LIMIT) != Readiness.READY) {
            throw new AssertionError("The server does not start: " + server.lastLines());
        }
    }

    void stop() {
        Ended ended = run(home, "jboss-cli.sh", "--connect", PATIENTLY, controller(), "--command=shutdown");
        if (ended.status() != 0 || !server.ended(LIMIT)) {
            throw new AssertionError("The server does not stop: " + ended.said());
        }
    }

    @Override
    public void close() {
        if (server != null && server.isAlive()) {
            server.terminate(LIMIT);
        }
        try {
            FileTree.delete(home);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Map<String, String> environment() {
        return Map.of("JBOSS_HOME", home.toString(), "LAUNCH_JBOSS_IN_BACKGROUND", "1");
    }

    private Map<String, String> environment(String databasePassword) {
        Map<String, String> all = new HashMap<>(environment());
        all.put("REPRISE_DB_PASSWORD", databasePassword);
        return all;
    }

    private static int freeOffset() {
        for (int offset = 100; offset < 40_000; offset += 211) {
            int candidate = offset;
            if (PORTS.stream().allMatch(port -> FreePort.isFree(port + candidate))) {
                return offset;
            }
        }
        throw new IllegalStateException("No free ports");
    }
}
