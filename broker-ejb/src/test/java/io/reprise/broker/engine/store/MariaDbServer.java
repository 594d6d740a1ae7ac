package io.reprise.broker.engine.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real MariaDB for tests: one per JVM by {@link #shared()}, on new data in a temporary folder, or one of a test's own that it may
 * kill and start again. {@link #newDatabase()} gives each test an empty schema. Stopped with the JVM.
 */
public final class MariaDbServer implements AutoCloseable {
    private static final MariaDbBinaries BINARIES = new MariaDbBinaries();
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static @Nullable MariaDbServer shared;

    private final Path folder;
    private final List<String> command;
    private final int port;
    private @Nullable Process process;

    private MariaDbServer(List<String> options) {
        try {
            folder = Files.createTempDirectory("reprise-store");
            install();
            // As late as possible: until the server has it, it may be somebody else's.
            port = freePort();
            command = command(options);
        } catch (IOException failure) {
            throw new IllegalStateException("MariaDB cannot be installed", failure);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        start();
    }

    /** The server that all tests of this JVM share; nobody may stop it. */
    public static synchronized MariaDbServer shared() {
        if (shared == null) {
            shared = new MariaDbServer(List.of());
        }
        return shared;
    }

    /** A server of the caller's own, on new data. */
    public static MariaDbServer own(String... options) {
        return new MariaDbServer(Arrays.asList(options));
    }

    public int port() {
        return port;
    }

    public String user() {
        return "reprise";
    }

    public String password() {
        return "rep'rise";
    }

    /** Makes an empty schema and returns its name. */
    public String newDatabase() {
        String name = "reprise" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return name;
    }

    /** The URL of a schema, without options. */
    public String url(String database) {
        return url(database, port);
    }

    /** The same schema by way of another port, for a proxy. */
    public String url(String database, int viaPort) {
        return "jdbc:mariadb://127.0.0.1:" + viaPort + "/" + database;
    }

    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), user(), password());
    }

    public void execute(String sql) {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** SIGKILL. */
    public void kill() {
        running().destroyForcibly().onExit().join();
    }

    /** Starts it, on the same data and port, after {@link #kill()}. */
    public void start() {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment()
                    .merge(
                            "LD_LIBRARY_PATH",
                            BINARIES.base().resolve("libs").toString(),
                            (given, own) -> own + ":" + given);
            process = builder.start();
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            awaitReady(output);
            Thread drain = new Thread(() -> output.lines().forEach(line -> {}), "mariadb-output");
            drain.setDaemon(true);
            drain.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
        } catch (IOException | UncheckedIOException failure) {
            System.err.println("left behind: " + folder);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    private Path data() {
        return folder.resolve("data");
    }

    private void install() throws IOException {
        Files.createDirectories(folder.resolve("tmp"));
        Files.writeString(folder.resolve("init.sql"), """
                CREATE USER IF NOT EXISTS reprise@'%' IDENTIFIED BY 'rep''rise';
                GRANT ALL ON *.* TO reprise@'%' WITH GRANT OPTION;
                """);
        BINARIES.install(data());
    }

    private List<String> command(List<String> options) {
        List<String> words = new ArrayList<>(List.of(
                BINARIES.server().toString(),
                "--no-defaults",
                "--user=root",
                "--basedir=" + BINARIES.base(),
                "--datadir=" + data(),
                "--lc-messages-dir=" + BINARIES.messages(),
                "--tmpdir=" + folder.resolve("tmp"),
                "--socket=" + folder.resolve("socket"),
                "--init-file=" + folder.resolve("init.sql"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--max-connections=400",
                "--skip-ssl", // with a certificate of its own it takes seconds to be up
                "--skip-name-resolve",
                "--innodb-buffer-pool-size=128M",
                "--innodb-log-file-size=128M"));
        words.addAll(options);
        return words;
    }

    private static void awaitReady(BufferedReader output) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            seen.add(line);
            if (line.contains("ready for connections")) {
                return;
            }
        }
        throw new IllegalStateException(String.join("\n", seen));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
