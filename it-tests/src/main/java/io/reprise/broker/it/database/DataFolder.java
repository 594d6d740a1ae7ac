package io.reprise.broker.it.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of one embedded database: {@code data}, {@code tmp}, the log and the process id. */
final class DataFolder {

    private DataFolder() {}

    /**
     * Makes a new one, or checks an old one.
     *
     * @throws DatabaseFailure when it can't be written, or what is there is no MariaDB data
     */
    static void prepare(Path folder, MariaDbBinaries binaries) {
        try {
            Files.createDirectories(folder.resolve("tmp"));
            if (!Files.isWritable(folder)) {
                throw new DatabaseFailure("The data folder " + folder + " can't be written");
            }
            // The server itself would try for its lock half a minute before it says so.
            if (PidFile.inFolder(folder).isPresent()) {
                throw new DatabaseFailure(StartFailure.folderInUse(folder));
            }
            Path data = folder.resolve("data");
            if (!Files.exists(data)) {
                binaries.install(data, folder.resolve("tmp"));
            } else if (!Files.exists(data.resolve("ibdata1")) || !Files.isDirectory(data.resolve("mysql"))) {
                throw new DatabaseFailure("The data folder " + data
                        + " is broken: it holds no complete MariaDB database; move it away to start with an empty one");
            }
        } catch (IOException failure) {
            throw new DatabaseFailure("The data folder " + folder + " can't be used: " + failure, failure);
        }
    }
}
