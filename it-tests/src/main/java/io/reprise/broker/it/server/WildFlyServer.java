package io.reprise.broker.it.server;

import io.reprise.broker.it.process.ChildProcess;
import io.reprise.broker.it.process.ChildProcess.Readiness;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.ProcessOrder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A WildFly server in a process of its own, on a base directory of its own.
 *
 * <p>Deployments stay over {@link #stop}, {@link #kill} and {@link #start}, as its ports and its transaction log do. An
 * instance is used by one thread at a time.
 */
public final class WildFlyServer implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);
    private static final int PORT_TRIES = 5;

    private final ServerSettings settings;
    /** Two servers that share a database must not recover each other's transactions; at most 23 bytes. */
    private final String nodeIdentifier;

    private @Nullable ServerPorts ports;
    private @Nullable ChildProcess process;
    private @Nullable ServerManagement management;

    private WildFlyServer(ServerSettings settings) {
        this.settings = settings;
        this.nodeIdentifier = settings.properties()
                .getOrDefault(
                        ServerSettings.NODE_IDENTIFIER,
                        UUID.randomUUID().toString().substring(0, 18));
    }

    /** Lays out a fresh base directory, deleting what is there, and starts nothing yet. */
    public static WildFlyServer create(ServerSettings settings) {
        try {
            FileTree.delete(settings.baseDirectory());
            ConfiguredBase.layOut(settings.home(), settings.configuration(), settings.baseDirectory());
            DriverModule.add(settings.baseDirectory());
            PropertiesFile.write(settings.baseDirectory(), settings.properties());
            writeUsers(settings);
        } catch (IOException failure) {
            throw new ServerFailure(
                    "The server's folder " + settings.baseDirectory() + " can't be laid out: " + failure, failure);
        }
        return new WildFlyServer(settings);
    }

    /**
     * Starts it and returns when its boot is over, deployments included.
     *
     * @throws ServerFailure with one clear line: busy port, or the first error of the boot
     */
    public void start() {
        if (start(false) == Boot.WITH_ERRORS) {
            List<String> output = running().lastLines();
            kill();
            throw new ServerFailure(
                    "The server started with errors: " + ServerCommand.firstError(output) + " (see " + log() + ")");
        }
    }

    /** As {@link #start}, but one that booted with errors, as without its database, stays up. */
    public Boot startEvenWithErrors() {
        return start(true);
    }

    /** How a boot ended. */
    public enum Boot {
        CLEAN,
        WITH_ERRORS
    }

    /** Ends it in good order: requests and deliveries finish, deployments stop. */
    public void stop() {
        closeManagement();
        if (process != null && process.isAlive()) {
            process.terminate(STOP_LIMIT);
        }
    }

    /** SIGKILL. */
    public void kill() {
        running().kill();
        closeManagement();
    }

    /** SIGSTOP: a long pause of its machine, connections stay. */
    public void pause() {
        running().pause();
    }

    /** SIGCONT after {@link #pause}. */
    public void resume() {
        running().resume();
    }

    /** What all its threads do, into its log: for a test that waited for something in vain. */
    public void printThreads() {
        running().printThreads();
    }

    /** Stops it; its directory stays, for its log. */
    @Override
    public void close() {
        stop();
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    public long pid() {
        return running().pid();
    }

    /** Where applications answer: {@code http://127.0.0.1:<port>}, no path. */
    public URI httpUri() {
        return URI.create("http://127.0.0.1:" + ports().http());
    }

    public int managementPort() {
        return ports().management();
    }

    /** What it printed, all boots in one file. */
    public Path log() {
        return settings.baseDirectory().resolve("log").resolve("console.log");
    }

    /** The last lines that this boot printed, at most 400. */
    public List<String> lastLogLines() {
        return running().lastLines();
    }

    /** Deployments and operations of the running server. */
    public ServerManagement management() {
        ChildProcess alive = running();
        if (management == null) {
            management = ServerManagement.connect(ports().management());
        }
        if (!alive.isAlive()) {
            throw new IllegalStateException("The server isn't running");
        }
        return management;
    }

    private Boot start(boolean errorsAreFine) {
        if (isRunning()) {
            throw new IllegalStateException("The server is running already, as process " + pid());
        }
        boolean portsAreFixed = ports != null || settings.httpPort() != 0 && settings.managementPort() != 0;
        for (int tries = 1; ; tries++) {
            Boot boot = boot(ports == null ? ServerPorts.of(settings) : ports);
            boolean busyPort = boot == Boot.WITH_ERRORS
                    && ServerCommand.foundAPortBusy(running().lastLines());
            if (!busyPort || portsAreFixed || tries == PORT_TRIES || errorsAreFine) {
                return boot;
            }
            kill();
            ports = null;
        }
    }

    private Boot boot(ServerPorts chosen) {
        chosen.checkFree();
        ports = chosen;
        ChildProcess started = ChildProcess.start(new ProcessOrder(
                "WildFly",
                ServerCommand.of(settings, chosen, nodeIdentifier),
                settings.baseDirectory(),
                Map.of("JBOSS_HOME", settings.home().folder().toString()),
                log(),
                ServerCommand.BOOT_IS_OVER));
        process = started;
        Readiness readiness = started.awaitReady(START_LIMIT);
        if (readiness == Readiness.READY) {
            return ServerCommand.bootedWithErrors(started.lastLines()) ? Boot.WITH_ERRORS : Boot.CLEAN;
        }
        started.kill();
        String what = readiness == Readiness.ENDED
                ? "The server ended while it booted: " + ServerCommand.firstError(started.lastLines())
                : "The server's boot wasn't over after " + START_LIMIT.toSeconds() + " s";
        throw new ServerFailure(what + " (see " + log() + ")");
    }

    private ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException("The server in " + settings.baseDirectory() + " wasn't started");
        }
        return process;
    }

    private ServerPorts ports() {
        if (ports == null) {
            throw new IllegalStateException("The server in " + settings.baseDirectory() + " wasn't started");
        }
        return ports;
    }

    private void closeManagement() {
        if (management != null) {
            management.close();
            management = null;
        }
    }

    private static void writeUsers(ServerSettings settings) throws IOException {
        Path configuration = settings.baseDirectory().resolve("configuration");
        List<ApplicationUser> users = settings.users();
        Files.write(
                configuration.resolve("application-users.properties"),
                users.stream().map(ApplicationUser::userLine).toList());
        Files.write(
                configuration.resolve("application-roles.properties"),
                users.stream().map(ApplicationUser::rolesLine).toList());
    }
}
