package io.reprise.broker.it.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of the database server: the settings that the log's rules ask for (LOG.md L3, L9, L30). */
final class ServerCommand {

    private static final long MB = 1 << 20;
    private static final long ROOM_FOR_A_LARGE_REDO_LOG_BYTES = 8_192 * MB;

    private ServerCommand() {}

    static List<String> of(MariaDbBinaries binaries, MariaDbSettings settings, int port, Path initFile)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                binaries.server().toString(),
                "--no-defaults",
                "--console",
                "--basedir=" + binaries.folder(),
                "--datadir=" + settings.folder().resolve("data"),
                "--tmpdir=" + settings.folder().resolve("tmp"),
                "--pid-file=" + PidFile.path(settings.folder()),
                "--init-file=" + initFile,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=",
                // Without a certificate of its own it is up in 0.3 s instead of 3 s; it hears the loopback address
                // only.
                "--skip-ssl",
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--max-allowed-packet=64M",
                "--max-connections=500",
                "--transaction-isolation=READ-COMMITTED",
                "--skip-log-bin",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-log-file-size=" + redoLogBytes(settings.folder()),
                "--innodb-buffer-pool-size=" + settings.bufferPoolMb() * MB));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        command.addAll(settings.extraOptions());
        return command;
    }

    /** 1 GB where the disk has room: below it p99.9 of a commit is 49 ms instead of 8 ms (LOG.md L9). */
    private static long redoLogBytes(Path folder) throws IOException {
        long usable = Files.getFileStore(folder).getUsableSpace();
        return usable >= ROOM_FOR_A_LARGE_REDO_LOG_BYTES ? 1_024 * MB : 96 * MB;
    }
}
