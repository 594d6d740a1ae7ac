package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers that come, go and fail on many threads at once: nothing is lost, doubled or miscounted [spec 4.3]. */
class DeliveryRaceTest {
    private static final int MESSAGES = 2_000;
    private static final int THREADS = 6;
    private static final Duration SHORT = Duration.ofMillis(5);

    private final TestVpn broker = TestVpn.start();
    private final AtomicInteger done = new AtomicInteger();

    @AfterEach
    void close() {
        broker.close();
    }

    private void createQueue(AccessType access) {
        broker.createQueue("q", queue().with(EndpointAttributes.ACCESS_TYPE, access), "q");
    }

    private Future<Boolean> publishing() {
        return broker.inBackground(() -> {
            for (int i = 0; i < MESSAGES; i++) {
                PendingOutcome pending = broker.vpn.submit(WorkUnit.publishing(message("q", "m" + i)));
                if (i % 50 == 0 && !(pending.await() instanceof CommitOutcome.Stored)) {
                    i--;
                }
            }
            return true;
        });
    }

    /** The first that fails says why: the others may then wait for ever for what it had. */
    private static void awaitAll(List<Future<Boolean>> futures) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            for (Future<Boolean> future : futures) {
                assertThat(!future.isDone() || future.get()).isTrue();
            }
            return futures.stream().allMatch(Future::isDone);
        });
    }

    /** One consumer: its hands, and what it does with what it gets. */
    private final class Consumer {
        private final Random random;
        private final Map<Long, Consumer> hands;
        private final Map<Long, AtomicInteger> failures;
        private Flow flow = broker.bind("q");
        private DeliverySession session = flow.openSession();
        private final List<Delivery> held = new ArrayList<>();

        Consumer(long seed, Map<Long, Consumer> hands, Map<Long, AtomicInteger> failures) {
            this.random = new Random(seed);
            this.hands = hands;
            this.failures = failures;
        }

        Boolean run() {
            while (done.get() < MESSAGES) {
                Delivery delivery = receive();
                if (delivery != null) {
                    take(delivery);
                }
                if (!held.isEmpty() && (delivery == null || random.nextInt(3) > 0)) {
                    settle(held.remove(random.nextInt(held.size())));
                }
                if (random.nextInt(60) == 0) {
                    reopen();
                }
            }
            return true;
        }

        /** One that failed before must be marked first, which the database refuses now and then. */
        private @Nullable Delivery receive() {
            try {
                return random.nextBoolean() ? session.receiveNow() : session.receive(SHORT);
            } catch (BrokerException refused) {
                return null;
            }
        }

        private void take(Delivery delivery) {
            assertThat(hands.putIfAbsent(delivery.msgId(), this))
                    .as("message %d is in two hands", delivery.msgId())
                    .isNull();
            assertThat(delivery.deliveryCount()).isEqualTo(1 + failed(delivery).get());
            held.add(delivery);
        }

        private AtomicInteger failed(Delivery delivery) {
            return failures.computeIfAbsent(delivery.msgId(), none -> new AtomicInteger());
        }

        private void settle(Delivery delivery) {
            switch (random.nextInt(8)) {
                case 0 -> fail(delivery);
                case 1 -> {
                    hands.remove(delivery.msgId());
                    session.giveBack(delivery);
                }
                case 2 -> acknowledgeAndLetGo(delivery);
                default -> acknowledge(delivery);
            }
        }

        private void fail(Delivery delivery) {
            failed(delivery).incrementAndGet();
            hands.remove(delivery.msgId());
            session.release(delivery);
            session.release(delivery);
        }

        private void acknowledge(Delivery delivery) {
            CommitOutcome outcome = broker.vpn.commit(WorkUnit.acknowledging(delivery));
            if (outcome instanceof CommitOutcome.Stored) {
                done.incrementAndGet();
            } else {
                held.add(delivery);
            }
        }

        /** Hands an acknowledgement over and releases it before that is decided: whichever it becomes, it becomes only that. */
        private void acknowledgeAndLetGo(Delivery delivery) {
            WorkUnit unit = WorkUnit.acknowledging(delivery);
            if (random.nextBoolean()) {
                unit.publish(message("nobody's", "x"));
            }
            failed(delivery).incrementAndGet();
            hands.remove(delivery.msgId());
            PendingOutcome pending = broker.vpn.submit(unit);
            session.release(delivery);
            if (pending.await() instanceof CommitOutcome.Stored) {
                done.incrementAndGet();
            }
        }

        private void reopen() {
            for (Delivery delivery : held) {
                failed(delivery).incrementAndGet();
                hands.remove(delivery.msgId());
            }
            held.clear();
            session.close();
            if (random.nextBoolean()) {
                flow.close();
                flow = broker.bind("q");
            }
            session = flow.openSession();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyMessageIsAcknowledgedOnceAndEveryFailureCountsOnce(long seed) throws Exception {
        createQueue(AccessType.NON_EXCLUSIVE);
        Map<Long, Consumer> hands = new ConcurrentHashMap<>();
        Map<Long, AtomicInteger> failures = new ConcurrentHashMap<>();
        Random refusals = new Random(seed);
        broker.script.play((entry, really) -> {
            if (refusals.nextInt(20) == 0 && done.get() < MESSAGES) {
                broker.rows().refuseNextAppend("disk full now and then");
            }
            return really.get();
        });
        AtomicInteger stored = new AtomicInteger();
        Future<Boolean> publishing = broker.inBackground(() -> {
            while (stored.get() < MESSAGES) {
                stored.addAndGet(broker.publish("q", "m") instanceof CommitOutcome.Stored ? 1 : 0);
            }
            return true;
        });
        AtomicInteger mostBuffered = watchBuffers();
        List<Future<Boolean>> running = new ArrayList<>(List.of(publishing));
        for (int i = 0; i < THREADS; i++) {
            Consumer consumer = new Consumer(seed * 100 + i, hands, failures);
            running.add(broker.inBackground(consumer::run));
        }

        awaitAll(running);

        broker.script.playNormally();
        broker.awaitCommitter();
        assertThat(mostBuffered.get()).isLessThanOrEqualTo(THREADS * 4);
        assertThat(done.get()).isEqualTo(MESSAGES);
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").acknowledgedMsgs()).isEqualTo(MESSAGES);
        assertThat(broker.figures("q").spooledBytes()).isZero();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    /** A queue's session has five that are not presented; one of them is being read, and in flight. Looked at after each entry. */
    private AtomicInteger watchBuffers() {
        EndpointDispatch dispatch =
                Objects.requireNonNull(broker.core().dispatch().endpoint(broker.endpointId("q")));
        AtomicInteger most = new AtomicInteger();
        broker.onCommit = () -> most.accumulateAndGet(dispatch.figures().buffered(), Math::max);
        return most;
    }

    /** Whatever is sent ahead to those who stop looking reaches the one who goes on. */
    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12})
    void consumersThatStopKeepNothingButWhatTheyWerePresented(long seed) throws Exception {
        createQueue(AccessType.NON_EXCLUSIVE);
        AtomicInteger kept = new AtomicInteger();
        List<Future<Boolean>> stopping = new ArrayList<>(List.of(publishing()));
        for (int i = 1; i < THREADS; i++) {
            Random random = new Random(seed * 100 + i);
            DeliverySession session = broker.consume("q");
            stopping.add(broker.inBackground(() -> {
                for (int left = random.nextInt(60); left > 0; left--) {
                    kept.addAndGet(session.receive(SHORT) == null ? 0 : 1);
                }
                return true;
            }));
        }
        DeliverySession goesOn = broker.consume("q");
        Future<Boolean> running = broker.inBackground(() -> {
            while (done.get() < MESSAGES) {
                Delivery delivery = goesOn.receive(SHORT);
                if (delivery != null) {
                    broker.vpn.commit(WorkUnit.acknowledging(delivery)).orThrow();
                    done.incrementAndGet();
                } else if (stopping.stream().allMatch(Future::isDone)) {
                    done.addAndGet(kept.getAndSet(0));
                }
            }
            return true;
        });

        awaitAll(stopping);
        awaitAll(List.of(running));

        assertThat(done.get()).isEqualTo(MESSAGES);
        assertThat(broker.figures("q").bufferedMsgCount()).isZero();
    }

    /** Sessions are closed by one thread while others receive and acknowledge in them. */
    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void sessionsClosedUnderTheirConsumersLoseAndDoubleNothing(long seed) throws Exception {
        createQueue(AccessType.NON_EXCLUSIVE);
        List<Future<Boolean>> running = new ArrayList<>(List.of(publishing()));
        List<AtomicReference<DeliverySession>> sessions = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Flow flow = broker.bind("q");
            AtomicReference<DeliverySession> session = new AtomicReference<>(flow.openSession());
            sessions.add(session);
            running.add(broker.inBackground(() -> {
                while (broker.figures("q").acknowledgedMsgs() < MESSAGES) {
                    DeliverySession mine = Objects.requireNonNull(session.get());
                    Delivery delivery = mine.receive(SHORT);
                    if (delivery != null) {
                        broker.vpn.commit(WorkUnit.acknowledging(delivery)).orThrow();
                    } else {
                        session.compareAndSet(mine, flow.openSession());
                    }
                }
                return true;
            }));
        }
        Random random = new Random(seed);
        running.add(broker.inBackground(() -> {
            while (broker.figures("q").acknowledgedMsgs() < MESSAGES) {
                Objects.requireNonNull(sessions.get(random.nextInt(THREADS)).get())
                        .close();
            }
            return true;
        }));

        awaitAll(running);

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").acknowledgedMsgs()).isEqualTo(MESSAGES);
        sessions.forEach(session -> Objects.requireNonNull(session.get()).close());
        broker.awaitCommitter();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    /** On an exclusive queue with one session at work, whoever follows never overtakes what failed before. */
    @ParameterizedTest
    @ValueSource(longs = {7, 8, 9})
    void anExclusiveQueueKeepsItsOrderWhileItsConsumersComeGoAndFail(long seed) throws Exception {
        createQueue(AccessType.EXCLUSIVE);
        AtomicLong lastDone = new AtomicLong();
        List<Future<Boolean>> running = new ArrayList<>(List.of(publishing()));
        for (int i = 0; i < 3; i++) {
            Random random = new Random(seed * 100 + i);
            running.add(broker.inBackground(() -> consumeInOrder(random, lastDone)));
        }

        awaitAll(running);

        assertThat(broker.spooled("q")).isZero();
    }

    private Boolean consumeInOrder(Random random, AtomicLong lastDone) {
        while (done.get() < MESSAGES) {
            try (Flow flow = broker.bind("q");
                    DeliverySession session = flow.openSession()) {
                for (int i = random.nextInt(40); i >= 0 && done.get() < MESSAGES; i--) {
                    Delivery delivery = session.receive(SHORT);
                    if (delivery == null) {
                        continue;
                    }
                    assertThat(delivery.msgId()).isEqualTo(lastDone.get() + 1);
                    if (random.nextInt(5) == 0) {
                        session.release(delivery);
                    } else {
                        lastDone.incrementAndGet();
                        broker.vpn.commit(WorkUnit.acknowledging(delivery)).orThrow();
                        done.incrementAndGet();
                    }
                }
            }
        }
        return true;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void flowsClosedAndQueuesDeletedUnderWaitingConsumersEndThem(int round) throws Exception {
        List<Future<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "q" + i;
            broker.createQueue(name, queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE), name);
            DeliverySession session = broker.consume(name);
            waiting.add(broker.inBackground(() -> session.receive(SOON.multipliedBy(6)) == null));
            if (round == 1) {
                broker.administration.deleteEndpoint(io.reprise.broker.model.endpoint.EndpointKind.QUEUE, name);
            }
        }
        if (round == 2) {
            broker.life.drain(Duration.ZERO);
        }

        awaitAll(waiting);
    }
}
