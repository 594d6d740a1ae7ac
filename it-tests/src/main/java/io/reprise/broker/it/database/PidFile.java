package io.reprise.broker.it.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file in which a running MariaDB says its process id. */
final class PidFile {

    private PidFile() {}

    static Path path(Path folder) {
        return folder.resolve("mariadb.pid");
    }

    /** The MariaDB process named there, if it is running; a number that went to another program since is none. */
    static Optional<Long> inFolder(Path folder) {
        try {
            long pid = Long.parseLong(Files.readString(path(folder)).strip());
            return ProcessHandle.of(pid).filter(PidFile::isMariaDb).map(ProcessHandle::pid);
        } catch (IOException | NumberFormatException noSuchNote) {
            return Optional.empty();
        }
    }

    private static boolean isMariaDb(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .filter(it -> it.contains("mariadbd"))
                        .isPresent();
    }
}
