package io.reprise.broker.it.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The statements that the server runs before it takes connections: database, user, password. Readable by us only. */
final class InitFile {

    private InitFile() {}

    static void write(Path file, String database, String user, String password) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        // One statement a line: the server reads it so.
        Files.writeString(file, """
                CREATE DATABASE IF NOT EXISTS %1$s CHARACTER SET utf8mb4;
                CREATE OR REPLACE USER '%2$s'@'%%' IDENTIFIED BY '%3$s';
                GRANT ALL PRIVILEGES ON *.* TO '%2$s'@'%%' WITH GRANT OPTION;
                """.formatted(database, user, password));
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("The file with the database's password can't be deleted", failure);
        }
    }
}
