package io.reprise.broker.it.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The main class of {@code mvn -Pbench verify}: in one server the same sender and the same bean over Reprise and over the server's
 * own Artemis, turn by turn; beside it the database alone and the server's machinery alone. See docs/benchmarks.md.
 */
public final class BrokerBenchmark {
    private static final List<Logger> TALKATIVE =
            List.of(Logger.getLogger("org.jboss"), Logger.getLogger("org.xnio"), Logger.getLogger("org.wildfly"));
    private static final Path FOLDER = Path.of(System.getProperty("bench.folder", "target/bench"));
    private static final int[] MESSAGES_IN_A_DATABASE_ROW = {1, 16, 64, 100, 256};

    private final PrintStream out = System.out;
    private final Report report;
    private final BenchOptions options;
    private final BenchServer server;

    private BrokerBenchmark(BenchOptions options, BenchServer server, Report report) {
        this.options = options;
        this.server = server;
        this.report = report;
    }

    public static void main(String[] arguments) throws Exception {
        TALKATIVE.forEach(logger -> logger.setLevel(Level.WARNING));
        BenchOptions options = BenchOptions.fromSystem();
        Report report = new Report();
        if (options.wants(StreamBenchmark.ROW)) {
            StreamBenchmark.run(options, FOLDER, report);
        }
        if (LiveBenchmark.isWanted(options)) {
            LiveBenchmark.run(options);
        }
        if (options.rows().isEmpty() || !options.rows().stream().allMatch(row -> row.startsWith("live"))) {
            try (BenchServer server = BenchServer.start(FOLDER, options)) {
                new BrokerBenchmark(options, server, report).run();
            }
        }
        if (!report.isEmpty()) {
            publish(report);
        }
    }

    private static void publish(Report report) throws IOException {
        report.print(System.out);
        Path summary = FOLDER.resolve("summary.json");
        report.write(summary);
        System.out.println("Written to " + summary);
    }

    private void run() throws Exception {
        sayWhere();
        warmUp();
        for (int round = 1; round <= options.rounds(); round++) {
            for (BenchRow row : rows()) {
                measure(row, round);
            }
            measureReplays(round);
            measureLimits(round);
        }
    }

    private void sayWhere() throws Exception {
        String journal =
                options.peers().contains(Peer.ARTEMIS) ? ArtemisSetup.journal(Files.readAllLines(server.log())) : "no";
        out.printf(
                "%d processors, load %.1f, Java %s, MariaDB %s, binary log %s; Artemis on %s journal; %d rounds of %d s%n",
                Runtime.getRuntime().availableProcessors(),
                load(),
                Runtime.version(),
                server.databaseVersion(),
                options.binlog() ? "on" : "off",
                journal,
                options.rounds(),
                options.window().toSeconds());
    }

    /** Each row once, so that the server's code is compiled before anything counts. */
    private void warmUp() throws Exception {
        Duration half = options.window().dividedBy(2);
        for (BenchRow row : rows()) {
            for (Peer peer : options.peers()) {
                server.measure(peer, row, Duration.ZERO, half, options.ahead());
            }
        }
        warmUpReplay("replay-dups-ok", BenchArchive.DUPS_OK_QUEUE);
        warmUpReplay("replay-transacted", BenchRow.TRANSACTED_QUEUE);
    }

    private void warmUpReplay(String row, String queue) throws Exception {
        if (options.peers().contains(Peer.REPRISE) && options.wants(row)) {
            server.measureReplay(queue, options.replayed() / 10);
        }
    }

    private List<BenchRow> rows() {
        List<BenchRow> rows = new ArrayList<>();
        for (BenchRow row : BenchRow.all()) {
            if (options.wants(row.name())) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Who comes first changes from round to round. */
    private void measure(BenchRow row, int round) throws Exception {
        List<Peer> turns = new ArrayList<>(options.peers());
        if (round % 2 == 0) {
            Collections.reverse(turns);
        }
        boolean logFirst = round % 2 == 0;
        if (logFirst) {
            measureLogged(row, round);
        }
        for (Peer peer : turns) {
            note(row, peer, measured(round, row, peer));
            if (peer == Peer.ARTEMIS && row.unpaged().isPresent()) {
                BenchRow unpaged = row.unpaged().get();
                note(unpaged, peer, measured(round, unpaged, peer));
            }
            if (peer == Peer.REPRISE && row.sessions() > 0) {
                measureLimited(row, round);
            }
        }
        if (!logFirst) {
            measureLogged(row, round);
        }
    }

    private void measureLogged(BenchRow row, int round) throws Exception {
        if (row.showsLogging() && options.peers().contains(Peer.REPRISE)) {
            alone(
                    round,
                    row.name() + "-log",
                    () -> server.measureLogged(row, options.warmUp(), options.window(), options.ahead()));
        }
    }

    /** The same bean live and replayed to, with a container's transactions and without any. */
    private void measureReplays(int round) throws Exception {
        if (!options.peers().contains(Peer.REPRISE)) {
            return;
        }
        alone(
                round,
                BenchRow.DUPS_OK.name(),
                () -> server.measure(
                        Peer.REPRISE, BenchRow.DUPS_OK, options.warmUp(), options.window(), options.ahead()));
        alone(round, "replay-dups-ok", () -> server.measureReplay(BenchArchive.DUPS_OK_QUEUE, options.replayed()));
        alone(round, "replay-transacted", () -> server.measureReplay(BenchRow.TRANSACTED_QUEUE, options.replayed()));
    }

    private void measureLimited(BenchRow row, int round) throws Exception {
        String name = row.name() + "-limited";
        Measured measured = server.measureLimited(row, options.warmUp(), options.window(), options.ahead());
        say(round, name, Peer.REPRISE.label(), measured);
        report.add(name, "messages/s", Peer.REPRISE, measured.perSecond());
    }

    private Measured measured(int round, BenchRow row, Peer peer) throws Exception {
        Measured measured = server.measure(peer, row, options.warmUp(), options.window(), options.ahead());
        say(round, row.name(), peer.label(), measured);
        return measured;
    }

    /** Reprise never pages: its figure stands beside both of Artemis's. */
    private void note(BenchRow row, Peer peer, Measured measured) {
        report.add(row.name(), "messages/s", peer, measured.perSecond());
        if (row.showsLatency()) {
            report.add(row.name() + "-p50", "µs", peer, measured.p50Micros());
            report.add(row.name() + "-p99", "µs", peer, measured.p99Micros());
        }
        if (peer == Peer.REPRISE) {
            row.unpaged().ifPresent(other -> note(other, peer, measured));
        }
    }

    private void measureLimits(int round) throws Exception {
        for (int messages : MESSAGES_IN_A_DATABASE_ROW) {
            alone(
                    round,
                    "database-" + messages,
                    () -> server.measureDatabase(
                            messages, options.warmUp(), options.window().dividedBy(2)));
        }
        for (int sessions : BenchRow.SESSIONS) {
            alone(
                    round,
                    "machinery-" + sessions,
                    () -> server.measureMachinery(
                            sessions, options.warmUp(), options.window().dividedBy(2)));
        }
    }

    private interface Measuring {
        Measured run() throws Exception;
    }

    private void alone(int round, String name, Measuring measuring) throws Exception {
        if (options.wants(name)) {
            Measured measured = measuring.run();
            say(round, name, "alone", measured);
            report.add(name, "messages/s", Peer.REPRISE, measured.perSecond());
        }
    }

    private void say(int round, String row, String who, Measured measured) {
        out.printf(
                "round %d  %-18s %-8s %9.0f/s   p50 %7.0f µs   p99 %7.0f µs   load %.1f%n",
                round, row, who, measured.perSecond(), measured.p50Micros(), measured.p99Micros(), load());
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
