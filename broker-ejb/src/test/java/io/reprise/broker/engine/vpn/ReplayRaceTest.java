package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.replay.ReplayState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No seam [spec 2.4]: publishers at full speed, replays that are started, cancelled, started anew and left to finish all the while,
 * consumers that fail at random and acknowledge late. After the last start each endpoint gets each matching message from there on once.
 */
class ReplayRaceTest {
    private static final int PUBLISHERS = 8;
    private static final int TOPICS = 50;
    private static final int ROUNDS = 10;
    private static final int PUBLISHED_A_ROUND = 80;
    private static final int PUBLISHED_BEFORE = 200;
    private static final Duration SHORT = Duration.ofMillis(5);

    private final TestVpn broker = TestVpn.start();
    /** Everything published, by id: its topic's number. */
    private final SortedMap<Long, Integer> published = new ConcurrentSkipListMap<>();
    /** So many may be published yet. */
    private final Semaphore toPublish = new Semaphore(PUBLISHED_BEFORE);

    private final AtomicInteger replaying = new AtomicInteger();
    private volatile boolean quiet;

    @AfterEach
    void close() {
        broker.close();
    }

    /** Of one backlog, one message. */
    private record Key(int generation, long msgId) {}

    /** A queue of even topics, odd ones, or all; what its consumers saw. */
    private final class Target {
        final String name;
        final int everySo;
        final boolean inOrder;
        final Map<Key, AtomicInteger> failures = new ConcurrentHashMap<>();
        final Map<Key, AtomicInteger> acknowledged = new ConcurrentHashMap<>();
        /** Those that came with a count that their failures don't explain: where a replay ended, they may have been with somebody. */
        final Set<Key> miscounted = ConcurrentHashMap.newKeySet();
        /** Those presented for the first time, of one session in their order. */
        final List<Key> first = new ArrayList<>();

        final Semaphore presented = new Semaphore(0);

        Target(String name, int everySo, int sessions) {
            this.name = name;
            this.everySo = everySo;
            this.inOrder = sessions == 1;
            String[] filters = new String[TOPICS / everySo];
            for (int i = 0; i < filters.length; i++) {
                filters[i] = "t/" + i * everySo;
            }
            broker.createQueue(
                    name,
                    queue().with(
                                    EndpointAttributes.ACCESS_TYPE,
                                    inOrder ? AccessType.EXCLUSIVE : AccessType.NON_EXCLUSIVE)
                            .with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, 50L),
                    filters);
        }

        EndpointReplay replay() {
            long id = broker.endpointId(name);
            return broker.core()
                    .atBoundary(
                            state -> Objects.requireNonNull(state.endpoint(id)).replay());
        }

        boolean isDone() {
            return quiet && broker.spooled(name) == 0 && !replay().state().isRunning();
        }
    }

    /** One consumer's thread. */
    private final class Consumer {
        private final Target target;
        private final Random random;
        private final DeliverySession session;
        private final List<Delivery> held = new ArrayList<>();

        Consumer(Target target, long seed) {
            this.target = target;
            this.random = new Random(seed);
            this.session = broker.consume(target.name);
        }

        Boolean run() {
            boolean done = false;
            while (!done) {
                Delivery delivery = session.receive(SHORT);
                if (delivery != null) {
                    take(delivery);
                }
                if (!held.isEmpty() && (delivery == null || held.size() > 10 || random.nextInt(3) > 0)) {
                    settle(held.remove(random.nextInt(held.size())));
                }
                done = delivery == null && held.isEmpty() && target.isDone();
            }
            return true;
        }

        private void take(Delivery delivery) {
            Key key = key(delivery);
            if (delivery.deliveryCount() != 1 + count(target.failures, key).get()) {
                target.miscounted.add(key);
            }
            if (delivery.deliveryCount() == 1 && target.inOrder) {
                target.first.add(key);
            }
            held.add(delivery);
            target.presented.release();
        }

        private void settle(Delivery delivery) {
            if (random.nextInt(8) == 0) {
                count(target.failures, key(delivery)).incrementAndGet();
                session.release(delivery);
            } else {
                broker.acknowledge(delivery);
                count(target.acknowledged, key(delivery)).incrementAndGet();
            }
        }
    }

    private static Key key(Delivery delivery) {
        return new Key(((EngineDelivery) delivery).ref().generation(), delivery.msgId());
    }

    private static AtomicInteger count(Map<Key, AtomicInteger> counts, Key key) {
        return counts.computeIfAbsent(key, none -> new AtomicInteger());
    }

    private Boolean publish(Random random) throws InterruptedException {
        while (replaying.get() > 0) {
            toPublish.acquire();
            int topic = random.nextInt(TOPICS);
            CommitOutcome outcome = broker.publish("t/" + topic, "m");
            assertThat(outcome).isInstanceOf(CommitOutcome.Stored.class);
            published.put(((CommitOutcome.Stored) outcome).firstMsgId(), topic);
        }
        // Whoever waits still is the next to end.
        toPublish.release();
        return true;
    }

    /** Starts and cancels at random; the last it does is a start. */
    private Boolean replay(Target target, Random random) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            target.presented.drainPermits();
            start(target, new ReplayStart.Beginning());
            toPublish.release(PUBLISHED_A_ROUND);
            // That many match at least.
            target.presented.acquire(1 + random.nextInt(PUBLISHED_BEFORE / 2 / target.everySo));
            if (random.nextBoolean()) {
                cancel(target);
            }
        }
        long last = published.lastKey();
        ReplayStart from = random.nextBoolean()
                ? new ReplayStart.Beginning()
                : new ReplayStart.AfterMessage(new ReplicationGroupMsgId(
                        broker.life.tenure().originBits(),
                        published.tailMap(last / 2).firstKey()));
        start(target, from);
        toPublish.release(PUBLISHED_A_ROUND);
        if (replaying.decrementAndGet() == 0) {
            toPublish.release();
        }
        return true;
    }

    private void start(Target target, ReplayStart from) {
        broker.administration.replays().start(EndpointKind.QUEUE, target.name, ReplayRequest.from(from));
    }

    private void cancel(Target target) {
        try {
            broker.administration.replays().cancel(EndpointKind.QUEUE, target.name);
        } catch (BrokerException complete) {
            assertThat(complete.code()).isEqualTo(ErrorCode.REPLAY_NOT_RUNNING);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachMessageFromTheLastStartOnComesOnceAndInOrder(long seed) throws Exception {
        ReplayLogs.enable(broker);
        Target all = new Target("all", 1, 1);
        Target some = new Target("some", 2, 1);
        Target shared = new Target("shared", 1, 3);
        List<Target> targets = List.of(all, some, shared);
        replaying.set(targets.size());
        List<Future<Boolean>> publishing = new ArrayList<>();
        for (int i = 0; i < PUBLISHERS; i++) {
            Random random = new Random(seed * 1_000 + i);
            publishing.add(broker.inBackground(() -> publish(random)));
        }
        List<Future<Boolean>> consuming = new ArrayList<>();
        for (Target target : targets) {
            for (int i = 0; i < (target.inOrder ? 1 : 3); i++) {
                consuming.add(broker.inBackground(new Consumer(target, seed * 100 + consuming.size())::run));
            }
        }
        List<Future<Boolean>> replays = new ArrayList<>();
        for (Target target : targets) {
            Random random = new Random(seed * 10 + replays.size());
            replays.add(broker.inBackground(() -> replay(target, random)));
        }

        awaitAll(replays);
        awaitAll(publishing);
        quiet = true;
        awaitAll(consuming);

        assertThat(broker.rows().epoch()).as("it never stepped down").isEqualTo(1);
        for (Target target : targets) {
            verify(target);
        }
    }

    private void verify(Target target) {
        EndpointReplay replay = target.replay();
        assertThat(replay.state()).isEqualTo(ReplayState.COMPLETE);
        TreeMap<Long, Integer> expected = new TreeMap<>();
        published.tailMap(replay.fromMsgId() + 1).forEach((msgId, topic) -> {
            if (topic % target.everySo == 0) {
                boolean fromLog = msgId <= replay.throughMsgId();
                expected.put(msgId, fromLog ? replay.generation() : replay.generation() + 1);
            }
        });
        assertThat(target.miscounted).noneMatch(key -> key.generation() >= replay.generation());
        TreeMap<Long, Integer> came = new TreeMap<>();
        target.acknowledged.forEach((key, times) -> {
            if (key.generation() >= replay.generation()) {
                assertThat(times.get()).as("times of " + key).isEqualTo(1);
                assertThat(came.put(key.msgId(), key.generation()))
                        .as("twice: " + key)
                        .isNull();
            }
        });
        assertThat(came).as("what came to " + target.name).isEqualTo(expected);
        if (target.inOrder) {
            assertThat(target.first.stream()
                            .filter(key -> key.generation() >= replay.generation())
                            .map(Key::msgId)
                            .toList())
                    .as("order on " + target.name)
                    .containsExactlyElementsOf(expected.keySet());
        }
    }

    private static void awaitAll(List<Future<Boolean>> futures) throws Exception {
        for (Future<Boolean> future : futures) {
            assertThat(future.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
