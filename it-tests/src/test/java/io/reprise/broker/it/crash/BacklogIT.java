package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A large backlog in a heap of 512 MB; each broker is killed with its backlog, and the next one recovers it. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class BacklogIT {

    private static final int HEAP_MB = 512;

    private static EmbeddedMariaDb database;
    private final int count = Campaign.backlog();

    @BeforeAll
    static void startDatabase() {
        database = EmbeddedMariaDb.startTemporary();
    }

    @AfterAll
    static void stopDatabase() {
        database.close();
    }

    @BeforeEach
    void fillAndKill() throws Exception {
        Process filling = start("fill");
        try (BufferedReader output = filling.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = new ArrayList<>();
            String line = output.readLine();
            while (line != null && !line.equals(BacklogProcess.FILLED)) {
                lines.add(line);
                line = output.readLine();
            }
            assertThat(line).as(() -> String.join("\n", lines)).isEqualTo(BacklogProcess.FILLED);
        } finally {
            filling.destroyForcibly().waitFor();
        }
    }

    @Test
    void oneDupsOkSessionDrainsItInOrder() throws Exception {
        drain("drainInOrder", "by one Dups-ok session, in order");
    }

    @Test
    void transactedSessionsDrainItAndEachMessageComesOnce() throws Exception {
        drain("drainTransacted", "by 8 transacted sessions, each message once");
    }

    private void drain(String way, String what) throws Exception {
        Process draining = start(way);
        List<String> output =
                draining.inputReader(StandardCharsets.UTF_8).lines().toList();

        assertThat(draining.waitFor()).as(() -> String.join("\n", output)).isZero();
        long openMillis = figure(output, BacklogProcess.OPEN_MILLIS);
        assertThat(openMillis)
                .as("milliseconds to open %d messages after a kill", count)
                .isLessThan(Campaign.openLimitMillis());
        Campaign.result(
                "backlog of " + count + ", " + HEAP_MB + " MB of heap",
                1,
                "",
                "opened after a kill in " + openMillis + " ms, drained " + what + ", "
                        + figure(output, BacklogProcess.DRAINED) + "/s");
    }

    private static long figure(List<String> output, String name) {
        return output.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", output)));
    }

    private Process start(String what) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP_MB + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        classPath(),
                        BacklogProcess.class.getName(),
                        what,
                        database.jdbcUrl(),
                        database.user(),
                        database.password(),
                        Integer.toString(count))
                .redirectErrorStream(true)
                .start();
    }

    private static String classPath() {
        return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
    }
}
