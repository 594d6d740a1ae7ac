package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Consumers of a partitioned queue that come, go and fail on many threads, with a restart in the middle: of each key one message
 * after the other is handled, by one session at a time, none lost and none twice [spec 1.4, ADR 0010].
 */
class PartitionRaceTest {
    private static final int KEYS = 40;
    private static final int PER_KEY = 50;
    private static final int MESSAGES = KEYS * PER_KEY;
    private static final int THREADS = 8;
    private static final Duration SHORT = Duration.ofMillis(2);

    private TestVpn broker = TestVpn.start();
    /** How many of each key are acknowledged: the next to be handled. */
    private final AtomicIntegerArray handled = new AtomicIntegerArray(KEYS);

    private final AtomicInteger done = new AtomicInteger();
    /** Who has messages of a key now. */
    private final Map<Integer, Consumer> hands = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        broker.close();
    }

    private Boolean publishAll(Random random) {
        int[] next = new int[KEYS];
        for (int left = MESSAGES; left > 0; ) {
            int key = random.nextInt(KEYS);
            if (next[key] == PER_KEY) {
                continue;
            }
            Message message = Message.to(TopicName.of("q"))
                    .property("JMSXGroupID", "key-" + key)
                    .text(key + " " + next[key])
                    .build();
            CommitOutcome outcome = broker.vpn.commit(WorkUnit.publishing(message));
            if (outcome instanceof CommitOutcome.Stored) {
                next[key]++;
                left--;
            }
        }
        return true;
    }

    /** One flow with a session, until so many messages are acknowledged; what it holds at the end it just leaves. */
    private final class Consumer {
        private final Random random;
        private final int until;
        private Flow flow = broker.bind("q");
        private DeliverySession session = flow.openSession();
        /** Of one key each, in their order. */
        private final List<Delivery> held = new ArrayList<>();

        Consumer(long seed, int until) {
            this.random = new Random(seed);
            this.until = until;
        }

        Boolean run() {
            while (done.get() < until) {
                Delivery delivery = random.nextBoolean() ? session.receiveNow() : session.receive(SHORT);
                if (delivery != null) {
                    take(delivery);
                }
                if (!held.isEmpty() && (delivery == null || held.size() == 3 || random.nextBoolean())) {
                    settle();
                }
                if (random.nextInt(80) == 0) {
                    leaveAndComeBack();
                }
            }
            return true;
        }

        private static int key(Delivery delivery) {
            return Integer.parseInt(text(delivery).split(" ")[0]);
        }

        private void take(Delivery delivery) {
            int key = key(delivery);
            int ahead = (int) held.stream().filter(other -> key(other) == key).count();
            Consumer before = hands.put(key, this);
            assertThat(before).as("key %d is in two hands", key).isIn(null, this);
            int number = Integer.parseInt(text(delivery).split(" ")[1]);
            assertThat(number).as("order of key %d", key).isEqualTo(handled.get(key) + ahead);
            held.add(delivery);
        }

        /** The oldest is acknowledged; or all fail, the youngest first, so that none overtakes. */
        private void settle() {
            if (random.nextInt(5) == 0) {
                failAll();
                return;
            }
            Delivery oldest = held.remove(0);
            int key = key(oldest);
            handled.incrementAndGet(key);
            letGo(key);
            broker.vpn.commit(WorkUnit.acknowledging(oldest)).orThrow();
            done.incrementAndGet();
        }

        private void failAll() {
            while (!held.isEmpty()) {
                Delivery youngest = held.remove(held.size() - 1);
                letGo(key(youngest));
                session.release(youngest);
            }
        }

        /** Before the broker is told, since from then on another may have it. */
        private void letGo(int key) {
            if (held.stream().noneMatch(other -> key(other) == key)) {
                hands.remove(key, this);
            }
        }

        private void leaveAndComeBack() {
            failAll();
            flow.close();
            session.close();
            flow = broker.bind("q");
            session = flow.openSession();
        }
    }

    private void consume(long seed, int until) throws Exception {
        List<Future<Boolean>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Consumer consumer = new Consumer(seed * 100 + i, until);
            running.add(broker.inBackground(consumer::run));
        }
        for (Future<Boolean> each : running) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void eachKeysMessagesAreHandledInOrderByOneAtATime(long seed) throws Exception {
        int partitions = seed % 2 == 0 ? 5 : 16;
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.PARTITION_COUNT, (long) partitions),
                "q");
        Future<Boolean> publishing = broker.inBackground(() -> publishAll(new Random(seed)));
        consume(seed, MESSAGES / 3);
        assertThat(publishing.get(60, TimeUnit.SECONDS)).isTrue();
        hands.clear();
        broker.duties.runAll();
        broker = broker.restarted();

        consume(seed + 50, MESSAGES);

        assertThat(done.get()).isEqualTo(MESSAGES);
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").spooledBytes()).isZero();
        broker.awaitCommitter();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }
}
