package io.reprise.broker.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.process.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The run as a user starts it: a process of its own, its output, its exit status. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RunRepriseIT {

    private static final Path DATA = Path.of("target", "it", "run").toAbsolutePath();

    @BeforeAll
    static void startWithoutData() throws IOException {
        FileTree.delete(DATA);
    }

    @Test
    void showsThatEveryCountMatchesTwiceOnTheSameData() throws Exception {
        for (String time : List.of("first", "second")) {
            boolean again = time.equals("second");
            Run run = Run.start(DATA.resolve("twice"), "-Drun.exit=true");

            assertThat(run.exitStatus()).as(time + " run:%n%s", run.text()).isZero();
            assertThat(run.output())
                    .contains("Demonstration: every count matches", "Stopped; the data is kept.")
                    .filteredOn(line -> line.startsWith("earthquakes-all "))
                    .hasSize(1_707);
            assertThat(run.output())
                    .filteredOn(line -> line.startsWith("earthquakes-strong "))
                    .hasSize(39)
                    .allMatch(line -> line.contains("/earthquake/strong "));
            assertThat(run.output())
                    .filteredOn(line -> line.startsWith("earthquakes-late "))
                    .as("the first five replayed, and the live one")
                    .hasSize(6)
                    .last()
                    .asString()
                    .startsWith("earthquakes-late   1708 ");
            assertThat(run.output())
                    .anyMatch(line -> line.matches("replayed to the late joiner +1707 +1707"))
                    .anyMatch(line -> line.matches("replayed to the corrected queue +39 +39"))
                    .contains(
                            "  /Stocks/NYSE/IBM  SNAPSHOT Feb 1 2010: 127.16",
                            "  /Stocks/NYSE/IBM  UPDATE Mar 1 2010: 125.55")
                    .anyMatch(line -> line.matches("last prices a late subscriber got +5 +5"))
                    .anyMatch(line -> line.matches("shares whose last price is kept +5 +5"));
            assertThat(run.output()
                            .contains("before them the late joiner got what the log had kept of earlier runs: 1708"))
                    .as("what the first run published, replayed in the second")
                    .isEqualTo(again);
        }
    }

    @Test
    void staysUntilItIsInterruptedAndStopsServerAndDatabase() throws Exception {
        Run run = Run.start(DATA.resolve("interrupted"));
        List<ProcessHandle> children = run.awaitUp();
        assertThat(children).hasSize(2).allMatch(ProcessHandle::isAlive);

        run.interrupt();

        run.exitStatus();
        assertThat(run.output())
                .containsSubsequence("Stopping the server …", "Stopping the database …", "Stopped; the data is kept.");
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void saysInOneLineThatItsPortIsBusyAndLeavesNothingRunning() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run run = Run.start(DATA.resolve("busy"), "-Drun.http.port=" + taken.getLocalPort());

            assertThat(run.exitStatus()).isEqualTo(1);
            assertThat(run.output())
                    .contains("Reprise can't run: Port " + taken.getLocalPort()
                            + " for HTTP is in use by another program:" + " stop that one, or choose another port")
                    .noneMatch(line -> line.startsWith("\tat "));
            assertThat(run.children()).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void saysInOneLineThatItsDataFolderIsBroken() throws Exception {
        Files.createDirectories(DATA.resolve("broken").resolve("database").resolve("data"));

        Run run = Run.start(DATA.resolve("broken"));

        assertThat(run.exitStatus()).isEqualTo(1);
        assertThat(run.output())
                .filteredOn(line -> line.startsWith("Reprise can't run: "))
                .singleElement()
                .asString()
                .contains("is broken", DATA.resolve("broken").toString());
    }

    @Test
    void saysInOneLineWhichOptionIsWrong() throws Exception {
        Run run = Run.start(DATA.resolve("option"), "-Drun.db.port=x");

        assertThat(run.exitStatus()).isEqualTo(1);
        assertThat(run.output())
                .containsExactly("Reprise can't run: -Drun.db.port=x: it must be a number from 0 to 65535");
    }

    /** One run in its process; free ports unless an option says otherwise. */
    private record Run(Process process, List<String> output) {

        static Run start(Path data, String... options) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-Dslf4j.internal.verbosity=ERROR",
                    "-Dreprise.wildfly.home=" + System.getProperty("reprise.wildfly.home"),
                    "-Dreprise.ear=" + System.getProperty("reprise.ear"),
                    "-Drun.data=" + data,
                    "-Drun.http.port=" + FreePort.any()));
            command.addAll(List.of(options));
            command.addAll(List.of("-cp", classPath(), RunReprise.class.getName()));
            return new Run(new ProcessBuilder(command).redirectErrorStream(true).start(), new ArrayList<>());
        }

        /** Reads on until it says that it stays; the processes it has started. */
        List<ProcessHandle> awaitUp() throws IOException {
            BufferedReader reader = reader();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(line);
                if (line.equals("Ctrl-C ends it.")) {
                    return children();
                }
            }
            throw new AssertionError("It ended:\n" + text());
        }

        List<ProcessHandle> children() {
            return process.descendants().toList();
        }

        void interrupt() throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }

        /** Reads to the end and waits for it. */
        int exitStatus() throws IOException, InterruptedException {
            reader().lines().forEach(output::add);
            return process.waitFor();
        }

        String text() {
            return String.join("\n", output);
        }

        private BufferedReader reader() {
            return process.inputReader(StandardCharsets.UTF_8);
        }

        private static String classPath() {
            return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                    .orElse(System.getProperty("java.class.path"));
        }
    }
}
