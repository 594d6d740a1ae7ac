package io.reprise.broker.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.FreePort;
import io.reprise.broker.it.process.JavaProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The run as a user starts it: a process of its own, its output, its exit status. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RunRepriseIT {

    private static final int SIGINT = 2;
    private static final Path DATA = Path.of("target", "it", "run").toAbsolutePath();

    @BeforeAll
    static void startWithoutData() throws IOException {
        FileTree.delete(DATA);
    }

    @Test
    void showsThatEveryCountMatchesTwiceOnTheSameData() throws Exception {
        for (String time : List.of("first", "second")) {
            boolean again = time.equals("second");
            JavaProcess run = start(DATA.resolve("twice"), "-Drun.exit=true");

            assertThat(run.exitStatus())
                    .as(time + " run:%n%s", String.join("\n", run.said()))
                    .isZero();
            assertThat(run.said())
                    .contains("Demonstration: every count matches", "Stopped; the data is kept.")
                    .filteredOn(line -> line.startsWith("earthquakes-all "))
                    .hasSize(1_707);
            assertThat(run.said())
                    .filteredOn(line -> line.startsWith("earthquakes-strong "))
                    .hasSize(39)
                    .allMatch(line -> line.contains("/earthquake/strong "));
            assertThat(run.said())
                    .filteredOn(line -> line.startsWith("earthquakes-late "))
                    .as("the first five replayed, and the live one")
                    .hasSize(6)
                    .last()
                    .asString()
                    .startsWith("earthquakes-late   1708 ");
            assertThat(run.said())
                    .anyMatch(line -> line.matches("replayed to the late joiner +1707 +1707"))
                    .anyMatch(line -> line.matches("replayed to the corrected queue +39 +39"))
                    .contains(
                            "  /Stocks/NYSE/IBM  SNAPSHOT Feb 1 2010: 127.16",
                            "  /Stocks/NYSE/IBM  UPDATE Mar 1 2010: 125.55")
                    .anyMatch(line -> line.matches("last prices a late subscriber got +5 +5"))
                    .anyMatch(line -> line.matches("shares whose last price is kept +5 +5"));
            assertThat(run.said()
                            .contains("before them the late joiner got what the log had kept of earlier runs: 1708"))
                    .as("what the first run published, replayed in the second")
                    .isEqualTo(again);
        }
    }

    @Test
    void staysUntilItIsInterruptedAndStopsServerAndDatabase() throws Exception {
        JavaProcess run = start(DATA.resolve("interrupted"));
        run.awaitLine("Ctrl-C ends it.");
        List<ProcessHandle> children = children(run);
        assertThat(children).hasSize(2).allMatch(ProcessHandle::isAlive);

        new ProcessBuilder(
                        "kill",
                        ignoresInterrupts(run) ? "-TERM" : "-INT",
                        Long.toString(run.handle().pid()))
                .start()
                .waitFor();

        run.exitStatus();
        assertThat(run.said())
                .containsSubsequence("Stopping the server …", "Stopping the database …", "Stopped; the data is kept.");
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void saysInOneLineThatItsPortIsBusyAndLeavesNothingRunning() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            JavaProcess run = start(DATA.resolve("busy"), "-Drun.http.port=" + taken.getLocalPort());

            assertThat(run.exitStatus()).isEqualTo(1);
            assertThat(run.said())
                    .contains("Reprise can't run: Port " + taken.getLocalPort()
                            + " for HTTP is in use by another program:" + " stop that one, or choose another port")
                    .noneMatch(line -> line.startsWith("\tat "));
            assertThat(children(run)).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void saysInOneLineThatItsDataFolderIsBroken() throws Exception {
        Files.createDirectories(DATA.resolve("broken").resolve("database").resolve("data"));

        JavaProcess run = start(DATA.resolve("broken"));

        assertThat(run.exitStatus()).isEqualTo(1);
        assertThat(run.said())
                .filteredOn(line -> line.startsWith("Reprise can't run: "))
                .singleElement()
                .asString()
                .contains("is broken", DATA.resolve("broken").toString());
    }

    @Test
    void saysInOneLineWhichOptionIsWrong() throws Exception {
        JavaProcess run = start(DATA.resolve("option"), "-Drun.db.port=x");

        assertThat(run.exitStatus()).isEqualTo(1);
        assertThat(run.said())
                .containsExactly("Reprise can't run: -Drun.db.port=x: it must be a number from 0 to 65535");
    }

    /** Whether it can't be interrupted, as whatever a shell has put into the background: Ctrl-C reaches nobody there. */
    private static boolean ignoresInterrupts(JavaProcess run) throws IOException {
        String mask = Files.readAllLines(
                        Path.of("/proc", Long.toString(run.handle().pid()), "status"))
                .stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).trim())
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(mask, 16) & 1L << SIGINT - 1) != 0;
    }

    /** One run in its process; free ports unless an option says otherwise. */
    private static JavaProcess start(Path data, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "-Xmx256m",
                "-Dreprise.wildfly.home=" + System.getProperty("reprise.wildfly.home"),
                "-Dreprise.ear=" + System.getProperty("reprise.ear"),
                "-Drun.data=" + data,
                "-Drun.http.port=" + FreePort.any()));
        all.addAll(List.of(options));
        return JavaProcess.start(all, RunReprise.class, List.of());
    }

    private static List<ProcessHandle> children(JavaProcess run) {
        return run.handle().descendants().toList();
    }
}
