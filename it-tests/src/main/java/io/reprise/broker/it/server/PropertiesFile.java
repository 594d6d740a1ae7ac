package io.reprise.broker.it.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;

/** The server's system properties in a file that only we can read: passwords are no business of the process list. */
final class PropertiesFile {

    private PropertiesFile() {}

    static Path path(Path baseDirectory) {
        return baseDirectory.resolve("configuration").resolve("reprise.properties");
    }

    static void write(Path baseDirectory, Map<String, String> values) throws IOException {
        Path file = path(baseDirectory);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Properties properties = new Properties();
        properties.putAll(values);
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
    }
}
