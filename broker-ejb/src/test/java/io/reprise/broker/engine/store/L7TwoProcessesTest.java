package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [LOG.md L7, L10] Two processes on one database: the owner is stopped in the middle of a commit, another takes over, the former
 * goes on. What it was told is stored is there, and nothing of it comes after.
 */
@Timeout(120)
class L7TwoProcessesTest {
    private static final int ENTRIES_BEFORE = 30;

    private static FaultyProxy proxy;
    private static Database database;
    private static Process owner;
    private static BufferedReader said;

    private final String vpn = TestDatabase.newVpn();

    @BeforeAll
    static void startTheOwner() throws IOException {
        MariaDbServer server = MariaDbServer.shared();
        proxy = new FaultyProxy(server.port(), TestDatabase.MARKER);
        database = TestDatabase.connect(
                server.port(), DatabaseOptions.defaults().withLiveOwnerWait(Duration.ofSeconds(10)));
        owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        AppendingProcess.class.getName(),
                        server.url(TestDatabase.schema(), proxy.port()),
                        server.user(),
                        server.password())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        said = owner.inputReader(StandardCharsets.UTF_8);
    }

    @AfterAll
    static void killTheOwner() throws IOException {
        owner.destroyForcibly().onExit().join();
        database.close();
        proxy.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"NONE", "HOLD_REQUEST", "HOLD_ANSWER"})
    void fencesAnOwnerStoppedInTheMiddleOfACommit(Fault middle) throws IOException, InterruptedException {
        List<long[]> acknowledged = new ArrayList<>();
        owner.outputWriter(StandardCharsets.UTF_8).append(vpn).append('\n').flush();
        assertThat(said.readLine()).startsWith("OPEN 1 1");
        readAcknowledged(acknowledged, ENTRIES_BEFORE);
        if (middle != Fault.NONE) {
            proxy.arm(middle);
            proxy.awaitHeld();
        }

        signal("-STOP");
        try (VpnStore next = database.openVpn(vpn, "parent")) {
            long last = TestDatabase.appendSome(next, next.openingCommitNo() + 1, 5);
            signal("-CONT");
            proxy.letGo();
            String end = readAcknowledged(acknowledged, Integer.MAX_VALUE);

            assertThat(end).startsWith("END " + Kind.FENCED);
            assertThat(noncesOf(1, next.openingCommitNo() - 1))
                    .containsAll(acknowledged.stream().map(entry -> entry[1]).toList());
            assertThat(acknowledged).extracting(entry -> entry[0]).allMatch(slot -> slot < next.openingCommitNo());
            assertThat(TestDatabase.numbers("SELECT epoch FROM log_entry WHERE vpn = '" + vpn + "' AND commit_no >= "
                            + next.openingCommitNo()))
                    .hasSize(6)
                    .containsOnly(next.epoch());
            assertThat(next.append(TestDatabase.entry(next, last + 1)).kind()).isEqualTo(Kind.COMMITTED);
        }
    }

    /** Reads until so many are known, or the owner said something else, which is returned. */
    private String readAcknowledged(List<long[]> acknowledged, int until) throws IOException {
        String line = "";
        while (acknowledged.size() < until) {
            line = said.readLine();
            if (line == null || !line.startsWith("ACK ")) {
                return String.valueOf(line);
            }
            String[] words = line.split(" ");
            acknowledged.add(new long[] {Long.parseLong(words[1]), Long.parseLong(words[2])});
        }
        return line;
    }

    private List<Long> noncesOf(long fromCommitNo, long toCommitNo) {
        return TestDatabase.numbers("SELECT nonce FROM log_entry WHERE vpn = '" + vpn
                + "' AND epoch = 1 AND commit_no BETWEEN " + fromCommitNo + " AND " + toCommitNo);
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", signal, String.valueOf(owner.pid()))
                .start()
                .waitFor();
        assertThat(status).isZero();
    }
}
