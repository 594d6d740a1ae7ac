package io.reprise.broker.it.crash;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts a main class of this package in a virtual machine of its own, which ends when its heap doesn't do, and reads what it says. */
final class HeapProcess {

    private HeapProcess() {}

    static Process start(int heapMb, Class<?> main, String what, EmbeddedMariaDb database, int count)
            throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMb + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        classPath(),
                        main.getName(),
                        what,
                        database.jdbcUrl(),
                        database.user(),
                        database.password(),
                        Integer.toString(count))
                .redirectErrorStream(true)
                .start();
    }

    /** The number behind a name. */
    static long figure(List<String> output, String name) {
        return output.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", output)));
    }

    private static String classPath() {
        return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
    }
}
