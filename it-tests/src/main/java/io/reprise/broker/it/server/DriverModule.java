package io.reprise.broker.it.server;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;

/** The MariaDB driver as a module of the server, in a module folder of the server's own. */
final class DriverModule {

    private DriverModule() {}

    static Path folder(Path baseDirectory) {
        return baseDirectory.resolve("modules");
    }

    /** Takes the driver from this process's own class path. */
    static void add(Path baseDirectory) throws IOException {
        Path main = Files.createDirectories(folder(baseDirectory)
                .resolve("org")
                .resolve("mariadb")
                .resolve("jdbc")
                .resolve("main"));
        Files.copy(driverJar(), main.resolve("mariadb-java-client.jar"));
        Files.writeString(main.resolve("module.xml"), """
                <module xmlns="urn:jboss:module:1.9" name="org.mariadb.jdbc">
                    <resources>
                        <resource-root path="mariadb-java-client.jar"/>
                    </resources>
                    <dependencies>
                        <module name="java.logging"/>
                        <module name="java.management"/>
                        <module name="java.naming"/>
                        <module name="java.security.sasl"/>
                        <module name="java.sql"/>
                        <module name="java.transaction.xa"/>
                    </dependencies>
                </module>
                """);
    }

    private static Path driverJar() {
        CodeSource source = Objects.requireNonNull(
                org.mariadb.jdbc.Driver.class.getProtectionDomain().getCodeSource());
        try {
            return Path.of(source.getLocation().toURI());
        } catch (URISyntaxException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
