package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.process.JavaProcess;
import java.io.IOException;
import java.util.List;

/** Starts a main class of this package in a virtual machine of its own, which ends when its heap doesn't do, and reads what it says. */
final class HeapProcess {

    private HeapProcess() {}

    static JavaProcess start(int heapMb, Class<?> main, String what, EmbeddedMariaDb database, int count)
            throws IOException {
        return JavaProcess.start(
                List.of("-Xmx" + heapMb + "m", "-XX:+ExitOnOutOfMemoryError"),
                main,
                List.of(what, database.jdbcUrl(), database.user(), database.password(), Integer.toString(count)));
    }

    /** Lets it come to its end, which must be a good one; what it said. */
    static List<String> run(JavaProcess process) throws IOException, InterruptedException {
        try (process) {
            assertThat(process.exitStatus())
                    .as(() -> String.join("\n", process.said()))
                    .isZero();
            return process.said();
        }
    }

    /** The number behind a name. */
    static long figure(List<String> output, String name) {
        return output.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", output)));
    }
}
