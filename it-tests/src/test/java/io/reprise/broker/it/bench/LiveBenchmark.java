package io.reprise.broker.it.bench;

import io.reprise.broker.engine.configuration.Configuration;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.vpn.EngineBroker;
import io.reprise.broker.engine.vpn.EngineSettings;
import io.reprise.broker.engine.vpn.EngineThreads;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The live side alone, in a plain JVM over its seam: rows {@code live-flood} (what a flood of promoted messages does to guaranteed ones) and
 * {@code live-subjects} (very many snapshots: memory, subscribing, restart). See docs/benchmarks.md.
 */
public final class LiveBenchmark {
    private static final int BODY_BYTES = 1024;
    private static final int SUBSCRIBES = 20_000;

    private final PrintStream out = System.out;
    private final BenchOptions options;
    private final EmbeddedMariaDb database;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(8);

    private LiveBenchmark(BenchOptions options, EmbeddedMariaDb database) {
        this.options = options;
        this.database = database;
    }

    /** Whether any of its rows is wanted. */
    static boolean isWanted(BenchOptions options) {
        return options.wants("live-flood") || options.wants("live-subjects");
    }

    public static void main(String[] arguments) throws Exception {
        run(BenchOptions.fromSystem());
    }

    static void run(BenchOptions options) throws Exception {
        try (EmbeddedMariaDb database =
                EmbeddedMariaDb.start(options.database(Files.createTempDirectory("reprise-live-bench")))) {
            LiveBenchmark benchmark = new LiveBenchmark(options, database);
            try {
                if (options.wants("live-flood")) {
                    benchmark.flood();
                }
                if (options.wants("live-subjects")) {
                    benchmark.subjects(Integer.getInteger("bench.subjects", 1_000_000));
                }
            } finally {
                benchmark.threads.shutdownNow();
            }
        }
    }

    private EngineBroker open() {
        return EngineBroker.open(
                () -> Database.connect(
                        database.jdbcUrl(), database.user(), database.password(), DatabaseOptions.defaults()),
                new EngineThreads(Thread::new, threads, threads),
                EngineSettings.from(Configuration.read(System.getProperties()), "bench"),
                InstantSource.system());
    }

    // ---- a flood of promoted messages ----

    private void flood() throws Exception {
        EngineBroker broker = open();
        try {
            MessageVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
            for (String queue : new String[] {"guaranteed", "promoted"}) {
                broker.administration(Broker.DEFAULT_VPN)
                        .createEndpoint(
                                EndpointKind.QUEUE,
                                queue,
                                EndpointSettings.clientCreated(EndpointKind.QUEUE),
                                List.of(TopicFilter.of("flood/" + queue)));
            }
            for (int round = 0; round <= options.rounds(); round++) {
                String name = round == 0 ? "warm-up" : "round " + round;
                Measured alone = guaranteed(vpn);
                double unattracted = directAlone(vpn, "flood/nobody");
                LiveStatistics before = vpn.live().statistics();
                AtomicBoolean over = new AtomicBoolean();
                LongAdder sent = new LongAdder();
                Thread sender = new Thread(() -> direct(vpn, "flood/promoted", over, sent), "flood");
                long began = System.nanoTime();
                sender.start();
                Measured flooded = guaranteed(vpn);
                over.set(true);
                sender.join();
                double rate = sent.sum() * 1e9 / (System.nanoTime() - began);
                LiveStatistics after =
                        awaitDecided(vpn, before.promotedMsgs() + before.promotionDiscards() + sent.sum());
                out.printf(
                        "%s  live-flood  guaranteed p50 %.0f µs alone, %.0f µs flooded (%.2f); p99 %.0f and %.0f µs; "
                                + "direct %.0f/s where nobody attracts them, %.0f/s flooding; of %d flooding %d promoted, %d discarded%n",
                        name,
                        alone.p50Micros(),
                        flooded.p50Micros(),
                        flooded.p50Micros() / alone.p50Micros(),
                        alone.p99Micros(),
                        flooded.p99Micros(),
                        unattracted,
                        rate,
                        sent.sum(),
                        after.promotedMsgs() - before.promotedMsgs(),
                        after.promotionDiscards() - before.promotionDiscards());
                for (String queue : new String[] {"guaranteed", "promoted"}) {
                    broker.administration(Broker.DEFAULT_VPN).purge(EndpointKind.QUEUE, queue);
                }
            }
        } finally {
            broker.close(Duration.ofSeconds(5));
        }
    }

    private static LiveStatistics awaitDecided(MessageVpn vpn, long messages) {
        LiveStatistics now = vpn.live().statistics();
        while (now.promotedMsgs() + now.promotionDiscards() < messages) {
            LockSupport.parkNanos(1_000_000);
            now = vpn.live().statistics();
        }
        return now;
    }

    /** One publisher, one by one. */
    private Measured guaranteed(MessageVpn vpn) throws Exception {
        return new Load(1, Window.after(options.warmUp(), options.window())).run(Thread::new, () -> () -> {
            vpn.commit(WorkUnit.publishing(Message.to(TopicName.of("flood/guaranteed"))
                            .bytes(new byte[BODY_BYTES])
                            .build()))
                    .orThrow();
            return 1;
        });
    }

    private double directAlone(MessageVpn vpn, String topic) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        LongAdder sent = new LongAdder();
        Thread sender = new Thread(() -> direct(vpn, topic, over, sent), "direct");
        sender.start();
        long began = System.nanoTime();
        LockSupport.parkNanos(options.window().dividedBy(2).toNanos());
        over.set(true);
        sender.join();
        return sent.sum() * 1e9 / (System.nanoTime() - began);
    }

    /** Sends as fast as half a processor allows. */
    private static void direct(MessageVpn vpn, String topic, AtomicBoolean over, LongAdder sent) {
        long began = System.nanoTime();
        var cpu = ManagementFactory.getThreadMXBean();
        while (!over.get()) {
            for (int i = 0; i < 20; i++) {
                vpn.live()
                        .publish(Message.to(TopicName.of(topic))
                                .deliveryMode(DeliveryMode.DIRECT)
                                .bytes(new byte[BODY_BYTES])
                                .build());
            }
            sent.add(20);
            long ahead = 2 * cpu.getCurrentThreadCpuTime() - (System.nanoTime() - began);
            if (ahead > 0) {
                LockSupport.parkNanos(ahead);
            }
        }
    }

    // ---- very many subjects ----

    private void subjects(int count) throws Exception {
        EngineBroker broker = open();
        long usedBefore = usedBytes();
        try {
            MessageVpn vpn = broker.vpn(Broker.DEFAULT_VPN);
            long began = System.nanoTime();
            fill(vpn, count);
            double seconds = (System.nanoTime() - began) / 1e9;
            long subjects = vpn.live().statistics().snapshots();
            out.printf(
                    "live-subjects  %d snapshots published in %.1f s, %.0f/s; %.0f B of heap a subject with what is cached of them%n",
                    subjects, seconds, count / seconds, (double) (usedBytes() - usedBefore) / count);
            subscribe(vpn, count);
        } finally {
            broker.close(Duration.ofSeconds(30));
        }
        long usedClosed = usedBytes();
        long began = System.nanoTime();
        EngineBroker again = open();
        try {
            MessageVpn vpn = again.vpn(Broker.DEFAULT_VPN);
            boolean isThere = vpn.live().snapshot(subject(count - 1)).isPresent();
            out.printf(
                    "live-subjects  restarted in %.1f s%s; %d snapshots, %.0f B of heap a subject%n",
                    (System.nanoTime() - began) / 1e9,
                    isThere ? "" : ", without the last snapshot",
                    vpn.live().statistics().snapshots(),
                    (double) (usedBytes() - usedClosed) / count);
            subscribe(vpn, count);
        } finally {
            again.close(Duration.ofSeconds(30));
        }
    }

    private static TopicName subject(int number) {
        return TopicName.of("/Stocks/" + number % 100 + "/" + number);
    }

    private static void fill(MessageVpn vpn, int count) {
        for (int from = 0; from < count; from += 100) {
            WorkUnit unit = new WorkUnit();
            for (int number = from; number < Math.min(count, from + 100); number++) {
                unit.publish(Message.to(subject(number))
                        .retained(true)
                        .bytes(new byte[100])
                        .build());
            }
            vpn.commit(unit).orThrow();
        }
    }

    /** From the call to the snapshot in hand, one after the other. */
    private void subscribe(MessageVpn vpn, int count) throws Exception {
        Random random = new Random(42);
        Window window = Window.after(Duration.ZERO, Duration.ofHours(1));
        long[][] nanos = new long[1][SUBSCRIBES];
        for (int warm = 0; warm < 2; warm++) {
            for (int i = 0; i < SUBSCRIBES; i++) {
                long began = System.nanoTime();
                snapshot(vpn, subject(random.nextInt(count)));
                nanos[0][i] = System.nanoTime() - began;
            }
        }
        Measured measured = Measured.of(window.perSecond(SUBSCRIBES), nanos);
        out.printf(
                "live-subjects  subscribe with snapshot: p50 %.0f µs, p99 %.0f µs of %d%n",
                measured.p50Micros(), measured.p99Micros(), SUBSCRIBES);
    }

    private static void snapshot(MessageVpn vpn, TopicName subject) throws InterruptedException {
        Semaphore ready = new Semaphore(0);
        try (LiveSubscription stream = vpn.live()
                .subscribe(
                        LiveRequest.of(
                                List.of(TopicFilter.ofDirectSubscriber(subject.text())),
                                new LiveStart.Snapshot(),
                                "bench"),
                        ready::release)) {
            LiveEvent event = stream.poll();
            while (!(event instanceof LiveEvent.Received)) {
                if (event == null) {
                    ready.acquire();
                }
                event = stream.poll();
            }
        }
    }

    private static long usedBytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
