package io.reprise.broker.it.database;

import io.reprise.broker.it.process.ChildProcess;
import io.reprise.broker.it.process.ProcessOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** MariaDB's own programs for a backup, with the options of {@code docs/operations.md}. Used by one thread. */
public final class DatabaseDump {

    /** One transaction, so that it is of one moment; rows of 1 MB and more, read one by one; bytes that aren't text as digits. */
    public static final List<String> OPTIONS =
            List.of("--single-transaction", "--quick", "--hex-blob", "--max-allowed-packet=64M");

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private DatabaseDump() {}

    /** Writes a database of the server, which goes on working, into a file. */
    public static void write(EmbeddedMariaDb server, String database, Path file) {
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.add("--result-file=" + file.toAbsolutePath());
        arguments.add(database);
        run("mariadb-dump", server, file, arguments);
    }

    /** Brings a file's content into a database that is empty. */
    public static void load(EmbeddedMariaDb server, String database, Path file) {
        run(
                "mariadb",
                server,
                file,
                List.of("--max-allowed-packet=64M", "--execute=SOURCE " + file.toAbsolutePath(), database));
    }

    private static void run(String program, EmbeddedMariaDb server, Path file, List<String> arguments) {
        MariaDbBinaries binaries = MariaDbBinaries.provide();
        List<String> command = new ArrayList<>(List.of(
                binaries.folder().resolve("bin").resolve(program).toString(),
                "--no-defaults",
                "--protocol=TCP",
                "--host=127.0.0.1",
                "--port=" + server.port(),
                "--user=" + server.user(),
                "--skip-ssl"));
        command.addAll(arguments);
        Path log = file.toAbsolutePath().resolveSibling(file.getFileName() + "." + program + ".log");
        ChildProcess process = ChildProcess.start(new ProcessOrder(
                program,
                command,
                binaries.folder(),
                Map.of(
                        "MYSQL_PWD",
                        server.password(),
                        "LD_LIBRARY_PATH",
                        binaries.folder().resolve("libs").toString()),
                log,
                line -> false));
        if (!process.ended(LIMIT) || process.exitStatus() != 0) {
            process.kill();
            throw new DatabaseFailure(program + " failed: " + String.join(" ", process.lastLines()));
        }
    }
}
