package io.reprise.broker.it.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import io.reprise.broker.it.bench.SubjectLoad.Quality;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Row {@code live-streams}: very many live subscribers by server-sent events on a server, and how late messages reach them. A delivery that is
 * missing, or comes twice, fails it. See docs/benchmarks.md.
 */
final class StreamBenchmark {
    static final String ROW = "live-streams";

    private static final int SUBJECTS = 100;
    private static final double DELIVERIES_A_SECOND = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    /** What else the larger of client and server has open. */
    private static final int OTHER_FILES = 2_000;

    private static final int FAULTS_SHOWN = 10;

    private final PrintStream out = System.out;
    private final BenchOptions options;
    private final StreamServer server;
    private final Report report;
    private final int subjects;
    private final SubjectLoad load;

    private StreamBenchmark(BenchOptions options, StreamServer server, Report report) {
        this.options = options;
        this.server = server;
        this.report = report;
        this.subjects = Math.min(SUBJECTS, options.streams());
        this.load = new SubjectLoad(server.client(), subjects);
    }

    /**
     * Measures on a server of its own in this folder.
     *
     * @throws IllegalStateException if too few files may be open, or a delivery is missing
     */
    static void run(BenchOptions options, Path folder, Report report) throws Exception {
        checkOpenFiles(options.streams());
        try (StreamServer server = StreamServer.start(folder, options)) {
            StreamBenchmark benchmark = new StreamBenchmark(options, server, report);
            benchmark.warmUp();
            benchmark.measure();
        }
    }

    /** The server inherits this process's limit. A virtual machine raises the soft one to the hard one when it starts. */
    private static void checkOpenFiles(int streams) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long limit = system.getMaxFileDescriptorCount();
            if (limit < streams + OTHER_FILES) {
                throw new IllegalStateException(
                        "A process may have only %d files open here (ulimit -n), %d streams want %d: raise that, or lower -Dbench.streams"
                                .formatted(limit, streams, streams + OTHER_FILES));
            }
        }
    }

    /** The same load on few streams, so that the server's code is compiled and loaded before anything counts. */
    private void warmUp() throws Exception {
        try (SubjectStreams few = server.openStreams(subjects, subjects)) {
            awaitLive(few);
            for (Quality quality : Quality.values()) {
                deliver("warm-up", few, quality);
            }
        }
    }

    private void measure() throws Exception {
        long bytesBefore = server.usedBytes();
        int threadsBefore = server.threads();
        long began = System.nanoTime();
        try (SubjectStreams streams = server.openStreams(options.streams(), subjects)) {
            awaitLive(streams);
            double seconds = (System.nanoTime() - began) / 1e9;
            out.printf(
                    Locale.ROOT,
                    "%s  %d streams on %d subjects live in %.1f s; %.1f KB of the server's heap a stream; its threads %d before, %d after; load %.1f%n",
                    ROW,
                    streams.size(),
                    subjects,
                    seconds,
                    (server.usedBytes() - bytesBefore) / 1024.0 / streams.size(),
                    threadsBefore,
                    server.threads(),
                    systemLoad());
            for (int round = 1; round <= options.rounds(); round++) {
                for (Quality quality : Quality.values()) {
                    note(quality, deliver("round " + round, streams, quality));
                }
            }
            out.printf("%s  %d threads of the server at the end%n", ROW, server.threads());
        }
    }

    private void note(Quality quality, Measured measured) {
        String row = quality == Quality.GUARANTEED ? ROW : ROW + "-standard";
        report.add(row + "-p50", "µs", Peer.REPRISE, measured.p50Micros());
        report.add(row + "-p99", "µs", Peer.REPRISE, measured.p99Micros());
    }

    private Measured deliver(String round, SubjectStreams streams, Quality quality) throws Exception {
        long before = askedSoFar(streams.size());
        load.run(quality, DELIVERIES_A_SECOND * subjects / streams.size(), options.window());
        long asked = askedSoFar(streams.size()) - before;
        StreamFigures figures = streams.figures();
        boolean complete = holdsInTime(() -> figures.received() >= asked);
        long[] nanos = figures.take();
        Measured measured = Measured.of(nanos.length / (double) options.window().toSeconds(), new long[][] {nanos});
        out.printf(
                Locale.ROOT,
                "%s  %s  %-10s %d deliveries asked (%.0f/s), %d received; p50 %.0f µs, p99 %.0f µs, most %.0f µs; load %.1f%n",
                round,
                ROW,
                quality.name().toLowerCase(Locale.ROOT),
                asked,
                asked / (double) options.window().toSeconds(),
                nanos.length,
                measured.p50Micros(),
                measured.p99Micros(),
                Arrays.stream(nanos).max().orElse(0) / 1e3,
                systemLoad());
        check(streams, complete);
        return measured;
    }

    /** Deliveries of everything published since the beginning, to so many streams. */
    private long askedSoFar(int streams) {
        long asked = 0;
        for (int subject = 0; subject < subjects; subject++) {
            int listening = streams / subjects + (subject < streams % subjects ? 1 : 0);
            asked += load.published(subject) * listening;
        }
        return asked;
    }

    private void awaitLive(SubjectStreams streams) {
        boolean live = holdsInTime(() -> streams.figures().live() == streams.size());
        if (!live) {
            out.printf(
                    "%s  only %d of %d streams are live%n",
                    ROW, streams.figures().live(), streams.size());
        }
        check(streams, live);
    }

    private static void check(SubjectStreams streams, boolean complete) {
        List<String> faults = streams.figures().faults();
        if (!complete || !faults.isEmpty()) {
            throw new IllegalStateException("%s: %s; %d faults, the first of them %s"
                    .formatted(
                            ROW,
                            complete ? "the number is right" : "some never came",
                            faults.size(),
                            faults.subList(0, Math.min(FAULTS_SHOWN, faults.size()))));
        }
    }

    private static boolean holdsInTime(BooleanSupplier condition) {
        try {
            Awaitility.await().atMost(PATIENCE).pollInterval(LOOK_EVERY).until(condition::getAsBoolean);
            return true;
        } catch (ConditionTimeoutException late) {
            return condition.getAsBoolean();
        }
    }

    private static double systemLoad() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
