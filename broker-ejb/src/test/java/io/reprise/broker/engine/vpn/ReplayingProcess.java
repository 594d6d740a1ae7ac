package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.store.Database;
import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/**
 * A broker in a process of its own that publishes, replays to a queue and consumes it, to be killed. It writes into a file what was
 * published ({@code P id}), what it received ({@code R generation id count}) and what was acknowledged ({@code A generation id}), each
 * before it goes on, and says on its output when it has acknowledged something, or stands where it was to stop.
 */
final class ReplayingProcess implements AutoCloseable {
    static final String QUEUE = "q";
    private static final String STOPPED = "stopped";
    private static final String ACKNOWLEDGED = "acknowledged";
    private static final int ACKS_A_PUBLISH = 5;

    private final Process process;
    private final BufferedReader said;

    /** Which entry it stops at. */
    enum Step {
        START(Effect.ReplayStarted.class::isInstance),
        FEED(Effect.Fed.class::isInstance),
        JOIN(Effect.ReplayJoined.class::isInstance),
        END(effect -> effect instanceof Effect.ReplayEnded ended && ended.failure() == ReplayFailure.NONE),
        /** It does not stop. */
        NONE(effect -> false);

        private final Predicate<Effect> is;

        Step(Predicate<Effect> is) {
            this.is = is;
        }

        boolean isIn(LogEntry entry) {
            return EntryCodec.decode(entry.head()).effects().stream().anyMatch(is);
        }

        /** Whether it comes by itself from there. */
        boolean comesFrom(ReplayState state) {
            return switch (this) {
                case START -> false;
                case FEED, JOIN -> state.holdsBack();
                case END, NONE -> state.isRunning();
            };
        }
    }

    private ReplayingProcess(Process process) {
        this.process = process;
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts it.
     *
     * @param step before or after which entry it stops
     * @param startsAnew whether it starts a replay though one runs
     */
    static ReplayingProcess start(
            String url, String user, String password, Path events, Step step, boolean after, boolean startsAnew)
            throws IOException {
        return new ReplayingProcess(ChildJvm.start(
                ReplayingProcess.class,
                url,
                user,
                password,
                events.toString(),
                step.name(),
                Boolean.toString(after),
                Boolean.toString(startsAnew)));
    }

    /** Returns when it stands at its step, or has acknowledged so many, if it gets there first; whether it stands. */
    boolean await(int acknowledged) throws IOException {
        for (int i = 0; i < acknowledged; i++) {
            String line = said.readLine();
            if (STOPPED.equals(line)) {
                return true;
            }
            if (!ACKNOWLEDGED.equals(line)) {
                throw new IOException("The process said " + line);
            }
        }
        return false;
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    // ---- in the process ----

    /** Arguments: URL, user, password, file, step, whether after it, whether a replay is started anew. */
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
        Database database = Database.connect(args[0], args[1], args[2], DatabaseOptions.defaults());
        Step step = Step.valueOf(args[4]);
        boolean after = Boolean.parseBoolean(args[5]);
        EngineSettings settings = EngineSettings.defaults("child")
                .withCheckpointInterval(Duration.ofMillis(20))
                .withDutyInterval(Duration.ofMillis(20));
        VpnLife life = new VpnLife(
                "default",
                () -> stopping(database.openVpn("default", "child"), step, after),
                new Tenure.EngineParts(
                        new EngineThreads(Thread::new, threads, threads),
                        settings,
                        InstantSource.system(),
                        () -> false),
                new CommitCounters(),
                new VpnEvents((nanos, operations, messages, bytes) -> {}, new Events(), "default", Runnable::run));
        life.openNow();
        EngineAdministration administration = new EngineAdministration(
                life,
                name -> {
                    throw new BrokerException(ErrorCode.VPN_DOWN, name);
                },
                InstantSource.system());
        EngineVpn vpn = new EngineVpn(life, administration, threads);
        ReplayState state =
                administration.replays().status(EndpointKind.QUEUE, QUEUE).state();
        FileOutputStream events = new FileOutputStream(args[3], true);
        Semaphore toPublish = new Semaphore(ACKS_A_PUBLISH);
        threads.execute(() -> publish(vpn, toPublish, events));
        if (Boolean.parseBoolean(args[6]) || !step.comesFrom(state)) {
            administration.replays().start(EndpointKind.QUEUE, QUEUE, ReplayRequest.from(new ReplayStart.Beginning()));
        }
        try (DeliverySession session =
                vpn.bind(new BindRequest(EndpointKind.QUEUE, QUEUE, "child")).openSession()) {
            for (int done = 1; true; done++) {
                consume(vpn, Objects.requireNonNull(session.receive(Duration.ofSeconds(60))), events);
                System.out.println(ACKNOWLEDGED);
                System.out.flush();
                toPublish.release(done % ACKS_A_PUBLISH == 0 ? 1 : 0);
            }
        }
    }

    /** Its appends stop at the step. */
    private static VpnStore stopping(VpnStore real, Step step, boolean after) {
        return (VpnStore) Proxy.newProxyInstance(
                VpnStore.class.getClassLoader(), new Class<?>[] {VpnStore.class}, (proxy, method, arguments) -> {
                    boolean stops = method.getName().equals("append") && step.isIn((LogEntry) arguments[0]);
                    if (stops && !after) {
                        stop();
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        if (stops) {
                            stop();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private static void stop() throws InterruptedException {
        System.out.println(STOPPED);
        System.out.flush();
        new CountDownLatch(1).await();
    }

    private static void publish(MessageVpn vpn, Semaphore toPublish, FileOutputStream events) {
        while (true) {
            toPublish.acquireUninterruptibly();
            publish(vpn, events);
        }
    }

    static void publish(MessageVpn vpn, FileOutputStream events) {
        long msgId = vpn.commit(WorkUnit.publishing(TestVpn.message("t/1", "m")))
                .orThrow()
                .firstMsgId();
        write(events, "P " + msgId);
    }

    static void consume(MessageVpn vpn, Delivery delivery, FileOutputStream events) {
        int generation = ((EngineDelivery) delivery).ref().generation();
        write(events, "R " + generation + " " + delivery.msgId() + " " + delivery.deliveryCount());
        vpn.commit(WorkUnit.acknowledging(delivery)).orThrow();
        write(events, "A " + generation + " " + delivery.msgId());
    }

    /** One call of the system: what it returned from is there, whatever becomes of the process. */
    private static synchronized void write(FileOutputStream events, String line) {
        try {
            events.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
