package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.vpn.RedeliveryModel.Copy;
import io.reprise.broker.engine.vpn.RedeliveryModel.Place;
import io.reprise.broker.engine.vpn.RedeliveryModel.Queue;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * What a random run of {@link RedeliveryModelTest} plays with: the engine and its model, queues and consumers, and what may befall
 * the broker. By one thread.
 */
abstract class RedeliveryWorld implements AutoCloseable {
    private static final int EVENTS_SHOWN = 60;
    static final int MOST_ALIVE = 60;
    private static final long INITIAL_DELAY_MILLIS = 1_000;
    private static final long LONGEST_DELAY_MILLIS = 4_000;
    static final String BOTH = "both";

    final Random random;
    /** Whether every delivery is marked on disk as soon as it is made, or none that need not be. */
    final boolean marking;

    TestVpn broker;
    final RedeliveryModel model = new RedeliveryModel();
    final RedeliveryObserver observer;
    final List<Queue> work = new ArrayList<>();
    final List<Queue> deadMessageQueues = new ArrayList<>();
    final List<Consumer> consumers = new ArrayList<>();
    final Map<BranchId, List<Copy>> branches = new LinkedHashMap<>();
    final Deque<String> lately = new ArrayDeque<>();
    int made;
    Fate fate = Fate.NORMAL;

    /** What becomes of the next entry. */
    enum Fate {
        NORMAL,
        REFUSED,
        CUT_OFF_BEFORE,
        CUT_OFF_AFTER;

        boolean isDone() {
            return this == NORMAL || this == CUT_OFF_AFTER;
        }

        boolean isCutOff() {
            return this == CUT_OFF_BEFORE || this == CUT_OFF_AFTER;
        }
    }

    /** What a consumer has in its hands. */
    record InHand(Delivery delivery, Consumer of, DeliverySession session, Copy copy) {}

    final class Consumer {
        final Queue queue;
        /** Its own limit; -1 for the queue's. */
        final int ownLimit;

        final List<InHand> hands = new ArrayList<>();
        Flow flow;
        DeliverySession session;

        Consumer(Queue queue, int ownLimit) {
            this.queue = queue;
            this.ownLimit = ownLimit;
            this.flow = bound();
            this.session = flow.openSession();
        }

        private Flow bound() {
            RedeliveryOverride override = new RedeliveryOverride(
                    ownLimit < 0 ? Optional.empty() : Optional.of(ownLimit),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
            return broker.vpn.bind(
                    new BindRequest(EndpointKind.QUEUE, queue.name, "c", "", Prefetch.INHERIT, override));
        }

        void bind() {
            flow = bound();
            session = flow.openSession();
        }

        int limit() {
            return ownLimit < 0 ? queue.limit : ownLimit;
        }
    }

    RedeliveryWorld(long seed) {
        random = new Random(seed);
        marking = random.nextBoolean();
        Duration age = marking ? Duration.ZERO : Duration.ofDays(1);
        broker = TestVpn.start(settings -> settings.withCacheBytes(200_000).withMarkAges(age, age));
        observer = new RedeliveryObserver(model, this::doomed, this::mayHaveDied);
        deadMessageQueue(new Queue("#DEAD_MSG_QUEUE", false, false, 0, "", 1L << 40), Prefetch.INHERIT);
        deadMessageQueue(new Queue("dead1", true, false, 2, "#DEAD_MSG_QUEUE", 1L << 40), Prefetch.NONE);
        deadMessageQueue(new Queue("small", true, false, 0, "", 1_000_000), Prefetch.NONE);
        deadMessageQueue(new Queue("gone", true, false, 0, "", 1L << 40), Prefetch.NONE);
        workQueue(new Queue("w0", true, false, 3, "#DEAD_MSG_QUEUE", 1L << 40), Prefetch.NONE, 5);
        workQueue(new Queue("w1", false, true, 2, "dead1", 1L << 40), new Prefetch(5), -1);
        workQueue(new Queue("w2", true, true, 3, "", 1L << 40), Prefetch.NONE, -1);
        workQueue(new Queue("w3", false, false, 1, "small", 1L << 40), new Prefetch(3), -1);
        workQueue(new Queue("w4", true, false, 2, "gone", 1L << 40), Prefetch.NONE, 1);
    }

    private void deadMessageQueue(Queue queue, Prefetch prefetch) {
        deadMessageQueues.add(model.queue(queue));
        create(queue, prefetch);
        consumers.add(new Consumer(queue, -1));
    }

    private void workQueue(Queue queue, Prefetch prefetch, int secondsLimit) {
        work.add(model.queue(queue));
        create(queue, prefetch);
        consumers.add(new Consumer(queue, -1));
        consumers.add(new Consumer(queue, secondsLimit));
    }

    void create(Queue queue, Prefetch prefetch) {
        if (!queue.name.startsWith("#")) {
            EndpointSettings settings = queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                    .with(EndpointAttributes.MAX_REDELIVERY, (long) queue.limit)
                    .with(EndpointAttributes.DEAD_MSG_QUEUE, queue.deadMsgQueue)
                    .with(EndpointAttributes.PREFETCH, prefetch)
                    .with(EndpointAttributes.REDELIVERY_DELAY_ENABLED, queue.delays)
                    .with(EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL, INITIAL_DELAY_MILLIS)
                    .with(EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL, LONGEST_DELAY_MILLIS);
            if (queue.maxBytes < 1L << 40) {
                settings = settings.with(EndpointAttributes.MAX_SPOOL_USAGE, queue.maxBytes / 1_000_000);
            }
            String[] filters = queue.name.equals("w0") || queue.name.equals("w1") ? new String[] {BOTH} : new String[0];
            broker.createQueue(queue.name, settings, filters);
        }
        queue.endpointId = broker.endpointId(queue.name);
        queue.exists = true;
    }

    @Override
    public void close() {
        broker.close();
    }

    void happened(String what) {
        lately.addLast(what);
        if (lately.size() > EVENTS_SHOWN) {
            lately.removeFirst();
        }
    }

    <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    Consumer anyBound() {
        return any(consumers.stream().filter(consumer -> consumer.queue.exists).toList());
    }

    long now() {
        return broker.clock.millis();
    }

    /** Whether the next of its queue's consumers may find it dead, or the sweeper. */
    boolean doomed(Copy copy) {
        return copy.place == Place.FREE
                && (copy.diesAfter > 0
                        || copy.isExpired(now())
                        || consumers.stream()
                                .anyMatch(consumer -> consumer.queue == copy.queue
                                        && RedeliveryModel.isExhausted(consumer.limit(), copy.attempts)));
    }

    private boolean mayHaveDied(Copy copy) {
        return model.isDeletedByDeath(copy) || model.target(copy) != null;
    }

    /** Its attempt failed, and that is on disk; whether it has died of it and left its queue. */
    boolean failed(Consumer consumer, Copy copy, boolean rejected) {
        int failures = copy.attempts + 1;
        boolean exhausted = RedeliveryModel.isExhausted(consumer.limit(), failures);
        if ((exhausted || rejected) && model.leavesByDeath(copy)) {
            copy.place = Place.FREE;
            copy.diesAfter = failures;
            copy.rejected = rejected;
            return true;
        }
        long delayMillis = exhausted || !copy.queue.delays
                ? 0
                : Math.min(LONGEST_DELAY_MILLIS, INITIAL_DELAY_MILLIS << (failures - 1));
        RedeliveryModel.counted(copy, failures, delayMillis == 0 ? 0 : now() + delayMillis);
        return false;
    }

    CommitOutcome decided() {
        try {
            broker.awaitCommitter();
            return new CommitOutcome.Stored(0, 0);
        } catch (BrokerException e) {
            return new CommitOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    void giveBack(InHand held) {
        happened("giving back " + held.copy());
        held.session().giveBack(held.delivery());
        RedeliveryModel.givenBack(held.copy());
        broker.awaitCommitter();
    }

    void delete(Queue queue) {
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, queue.name);
        queue.exists = false;
        model.on(queue).forEach(copy -> copy.place = Place.DELETED);
        consumers.stream().filter(consumer -> consumer.queue == queue).forEach(consumer -> consumer.hands.clear());
    }

    CommitOutcome underFate(Supplier<CommitOutcome> step) {
        switch (fate) {
            case NORMAL -> {}
            case REFUSED ->
                broker.script.once((entry, really) -> {
                    broker.rows().refuseNextAppend("refused by the run");
                    return really.get();
                });
            case CUT_OFF_BEFORE ->
                broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "cut off before"));
            case CUT_OFF_AFTER ->
                broker.script.once((entry, really) -> AppendResult.of(
                        AppendResult.Kind.ABANDONED,
                        "cut off after " + really.get().kind()));
        }
        CommitOutcome outcome = step.get();
        happened("done under " + fate + ": " + outcome);
        if (!broker.script.playsNormally()) {
            // Nothing was written that could have had that fate.
            broker.script.playNormally();
            fate = Fate.NORMAL;
        }
        return outcome;
    }

    void recover() {
        if (fate.isCutOff()) {
            broker.awaitServing();
            lostMemory();
        }
    }

    /** As kill -9 between two entries. */
    void crash() {
        fate = Fate.CUT_OFF_BEFORE;
        underFate(() -> broker.vpn.commit(WorkUnit.publishing(TestVpn.message("nobody's", "x"))));
        recover();
    }

    /** A stop that waits for nobody. */
    void restart() {
        broker = broker.restarted();
        lostMemory();
    }

    void restartClean() {
        consumers.forEach(this::returnAll);
        Map<Queue, Long> before = observer.suspects(broker);
        broker.life.drain(TestVpn.SOON);
        broker = broker.restarted();
        lostMemory();
        assertThat(observer.suspects(broker)).as("suspects after a clean stop").isEqualTo(before);
    }

    void returnAll(Consumer consumer) {
        consumer.hands.forEach(this::giveBack);
        consumer.hands.clear();
    }

    private void lostMemory() {
        broker.awaitCommitter();
        List<Copy> unmarked = model.copies.stream()
                .filter(copy -> copy.place == Place.IN_FLIGHT && copy.markOnDisk == 0)
                .toList();
        model.forgetMemory();
        for (Consumer consumer : consumers) {
            consumer.hands.clear();
            if (consumer.queue.exists) {
                consumer.bind();
            }
        }
        observer.observe(broker);
        observer.readSuspects(broker);
        assertThat(unmarked)
                .as("what may have been presented unnoticed is suspect")
                .allMatch(copy -> copy.suspect || !copy.isAlive());
    }
}
