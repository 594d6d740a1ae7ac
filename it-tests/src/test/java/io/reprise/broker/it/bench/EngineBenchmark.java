package io.reprise.broker.it.bench;

import io.reprise.broker.engine.configuration.Configuration;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.vpn.EngineBroker;
import io.reprise.broker.engine.vpn.EngineSettings;
import io.reprise.broker.engine.vpn.EngineThreads;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;

/**
 * The engine alone, in a plain JVM over its seam: no server, no client library, no transaction manager. For profiling; also shows the
 * processor time of a message, which depends little on what else the machine does.
 */
public final class EngineBenchmark {
    private static final int BODY_BYTES = 1024;
    private static final String QUEUE = "bench";
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final PrintStream out = System.out;
    private final BenchOptions options;
    private final Broker broker;
    private final MessageVpn vpn;
    private final long databasePid;
    private final LongAdder published = new LongAdder();

    private EngineBenchmark(BenchOptions options, Broker broker, long databasePid) {
        this.databasePid = databasePid;
        this.options = options;
        this.broker = broker;
        this.vpn = broker.vpn(Broker.DEFAULT_VPN);
    }

    public static void main(String[] arguments) throws Exception {
        BenchOptions options = BenchOptions.fromSystem();
        EmbeddedMariaDb database =
                EmbeddedMariaDb.start(options.database(Files.createTempDirectory("reprise-engine-bench")));
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(8);
        try (database) {
            EngineBroker broker = EngineBroker.open(
                    () -> Database.connect(
                            database.jdbcUrl(), database.user(), database.password(), DatabaseOptions.defaults()),
                    new EngineThreads(Thread::new, threads, threads),
                    EngineSettings.from(Configuration.read(System.getProperties()), "bench"),
                    InstantSource.system());
            try {
                new EngineBenchmark(options, broker, database.pid()).run();
            } finally {
                broker.close(Duration.ofSeconds(5));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void run() throws Exception {
        broker.administration(Broker.DEFAULT_VPN)
                .createEndpoint(
                        EndpointKind.QUEUE, QUEUE, EndpointSettings.clientCreated(EndpointKind.QUEUE), List.of());
        for (int round = 0; round < options.rounds(); round++) {
            for (int threads : new int[] {1, 4, 16, 64}) {
                publish("publish-" + threads, threads, 1);
            }
            publish("batch-1", 1, 100);
            publish("batch-4", 4, 100);
            deliver("mdb-15", 20, 15);
            deliver("mdb-45", 60, 45);
        }
    }

    private void publish(String row, int threads, int messages) throws Exception {
        if (!options.wants(row)) {
            return;
        }
        Load load = new Load(threads, Window.after(options.warmUp(), options.window()));
        measure(row, load, () -> publish(messages));
        broker.administration(Broker.DEFAULT_VPN).purge(EndpointKind.QUEUE, QUEUE);
    }

    private int publish(int messages) {
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < messages; i++) {
            unit.publish(Message.to(TopicName.queueTopic(QUEUE))
                    .bytes(new byte[BODY_BYTES])
                    .build());
        }
        vpn.commit(unit).orThrow();
        published.add(messages);
        return messages;
    }

    /** As in the server: senders may be a little ahead of the sessions, and what the sessions got is what counts. */
    private void deliver(String row, int senders, int sessions) throws Exception {
        if (!options.wants(row)) {
            return;
        }
        Received received = new Received();
        List<Thread> receivers = new ArrayList<>();
        try (Flow flow = vpn.bind(new BindRequest(EndpointKind.QUEUE, QUEUE, "bench"))) {
            for (int i = 0; i < sessions; i++) {
                DeliverySession session = flow.openSession();
                Thread thread = new Thread(() -> receive(session, received), "receiver-" + i);
                thread.start();
                receivers.add(thread);
            }
            Load load = new Load(senders, Window.after(options.warmUp(), options.window()));
            received.begin(load.window(), options.ahead());
            measure(row, load, () -> {
                received.beforeSend();
                return publish(1);
            });
            out.printf("%-12s %9.0f/s received%n", row, received.perSecond());
        }
        for (Thread receiver : receivers) {
            receiver.join();
        }
        broker.administration(Broker.DEFAULT_VPN).purge(EndpointKind.QUEUE, QUEUE);
    }

    private void receive(DeliverySession session, Received received) {
        Delivery delivery = session.receive(PATIENCE);
        while (delivery != null) {
            vpn.commit(WorkUnit.acknowledging(delivery)).orThrow();
            received.add();
            delivery = session.receive(PATIENCE);
        }
    }

    private void measure(String row, Load load, Load.Step step) throws Exception {
        CpuTime before = CpuTime.now(databasePid);
        long publishedBefore = published.sum();
        Measured measured = load.run(Thread::new, () -> step);
        String cpu = CpuTime.now(databasePid).since(before).perMessage(published.sum() - publishedBefore);
        out.printf(
                "%-12s %9.0f/s   p50 %8.0f µs   p99 %8.0f µs   %s%n",
                row, measured.perSecond(), measured.p50Micros(), measured.p99Micros(), cpu);
    }
}
