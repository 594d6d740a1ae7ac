package io.reprise.broker.it.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what the MariaDB server printed before it gave up into one line that says what is wrong. */
final class StartFailure {

    private static final Pattern MISSING_LIBRARY = Pattern.compile("error while loading shared libraries: ([^:]+):");
    private static final Pattern MISSING_VERSION = Pattern.compile("version `([^']+)' not found");
    private static final Pattern ERROR_LINE = Pattern.compile("\\[ERROR\\] (?:[\\w./-]*mariadbd: )?(.*)");

    private StartFailure() {}

    /** For a program that doesn't even print its version. */
    static String ofProgram(Path program, String output) {
        Matcher library = MISSING_LIBRARY.matcher(output);
        if (library.find()) {
            return "The embedded MariaDB needs the shared library " + library.group(1)
                    + ", which this machine doesn't have: install the system package that brings it";
        }
        Matcher version = MISSING_VERSION.matcher(output);
        if (version.find()) {
            return "The embedded MariaDB needs " + version.group(1) + ", and this machine's C library is older";
        }
        return "The embedded MariaDB doesn't run on this machine: " + program + " says '"
                + output.lines().findFirst().orElse("nothing") + "'";
    }

    /** True when the port was taken between our look and the server's. */
    static boolean isBusyPort(List<String> output) {
        return output.stream().anyMatch(line -> line.contains("Address already in use"));
    }

    /** For a server that ended before it was ready. */
    static String ofServer(MariaDbSettings settings, int port, List<String> output, Path log) {
        if (isBusyPort(output)) {
            return busyPort(port);
        }
        if (output.stream().anyMatch(line -> line.contains("Unable to lock ./ibdata1"))) {
            return folderInUse(settings.folder());
        }
        return "The data folder " + settings.folder() + " is broken or not usable: "
                + firstError(output).orElse("MariaDB ended without a reason") + " (all of it in " + log + ")";
    }

    static String busyPort(int port) {
        return "Port " + port + " for the database is in use by another program: stop that one, or choose another port";
    }

    static String folderInUse(Path folder) {
        return "The data folder " + folder + " is in use by another running MariaDB"
                + PidFile.inFolder(folder).map(pid -> " (process " + pid + ")").orElse("");
    }

    private static Optional<String> firstError(List<String> output) {
        return output.stream()
                .map(ERROR_LINE::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .filter(text -> !text.equals("Aborting"))
                .findFirst();
    }
}
