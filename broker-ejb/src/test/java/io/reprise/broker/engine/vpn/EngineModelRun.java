package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.vpn.NaiveQueue.Held;
import io.reprise.broker.engine.vpn.NaiveQueue.Place;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One random run of {@link EngineModelTest}: the engine and its model, side by side, by one thread. */
final class EngineModelRun implements AutoCloseable {
    private final Random random;
    private TestVpn broker = TestVpn.start(
            settings -> settings.withCacheBytes(100_000).withMarkAges(Duration.ofDays(1), Duration.ofDays(1)));
    private final List<NaiveQueue> queues = new ArrayList<>();
    private final List<Consumer> consumers = new ArrayList<>();
    private final Map<BranchId, Work> branches = new LinkedHashMap<>();
    private final List<Long> acceptedSequences = new ArrayList<>();
    private long nextSequence = 10;
    private int made;
    private Fate fate = Fate.NORMAL;
    private volatile boolean cutOff;

    /** What becomes of the next entry. */
    private enum Fate {
        NORMAL,
        REFUSED,
        CUT_OFF_BEFORE,
        CUT_OFF_AFTER
    }

    /** A consumer and what it has in its hands. */
    private static final class Consumer {
        final NaiveQueue queue;
        DeliverySession session;
        final List<Delivery> hands = new ArrayList<>();

        Consumer(NaiveQueue queue, DeliverySession session) {
            this.queue = queue;
            this.session = session;
        }
    }

    /** A message to be sent, as the model knows it. */
    private record Sending(NaiveQueue to, String text, int priority, long expiresMillis, long sequence) {}

    /** A unit: what it sends and what it acknowledges. */
    private static final class Work {
        final WorkUnit unit = new WorkUnit();
        final List<Sending> sends = new ArrayList<>();
        final Map<Delivery, Consumer> acks = new LinkedHashMap<>();
    }

    EngineModelRun(long seed) {
        random = new Random(seed);
        for (int i = 0; i < 4; i++) {
            NaiveQueue queue = new NaiveQueue("q" + i, i % 2 == 1, i < 2 ? 0 : i);
            queues.add(queue);
            createQueue(queue);
            consumers.add(new Consumer(queue, broker.consume(queue.name)));
            consumers.add(new Consumer(queue, broker.consume(queue.name)));
        }
    }

    private void createQueue(NaiveQueue queue) {
        broker.createQueue(
                queue.name,
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, queue.priorities)
                        .with(EndpointAttributes.DEAD_MSG_QUEUE, "")
                        .with(
                                EndpointAttributes.PREFETCH,
                                queue.prefetch == 0 ? Prefetch.NONE : new Prefetch(queue.prefetch)),
                queue.name);
    }

    @Override
    public void close() {
        broker.close();
    }

    void steps(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            if (i % 50 == 0) {
                compare();
            }
        }
        consumers.forEach(this::letGo);
        compare();
    }

    private void step() {
        fate = switch (random.nextInt(40)) {
            case 0 -> Fate.CUT_OFF_BEFORE;
            case 1 -> Fate.CUT_OFF_AFTER;
            case 2, 3 -> Fate.REFUSED;
            default -> Fate.NORMAL;
        };
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3 -> commit(work(1 + random.nextInt(4), 0));
            case 4, 5 -> commit(work(random.nextInt(3), 1 + random.nextInt(2)));
            case 6, 7, 8, 9, 10, 11 -> withoutFaults(this::receive);
            case 12, 13 -> commit(work(0, 1));
            case 14 -> release();
            case 15 -> withoutFaults(this::giveBack);
            case 16 -> prepare();
            case 17, 18 -> decide();
            case 19 -> withoutFaults(this::dutiesAndTime);
            case 20 -> withoutFaults(() -> letGo(any(consumers)));
            case 21 -> occasionally(this::restart);
            case 22 -> occasionally(this::purge);
            default -> occasionally(this::recreateQueue);
        }
    }

    private void withoutFaults(Runnable step) {
        fate = Fate.NORMAL;
        step.run();
    }

    private void occasionally(Runnable step) {
        if (random.nextInt(8) == 0) {
            withoutFaults(step);
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    // ---- steps ----

    private Work work(int sends, int acks) {
        Work work = new Work();
        for (int i = 0; i < sends; i++) {
            send(work);
        }
        for (int i = 0; i < acks; i++) {
            Consumer consumer = any(consumers);
            if (!consumer.hands.isEmpty()) {
                Delivery delivery = consumer.hands.remove(random.nextInt(consumer.hands.size()));
                work.acks.put(delivery, consumer);
                work.unit.acknowledge(delivery);
            }
        }
        return work;
    }

    private void send(Work work) {
        NaiveQueue to = any(queues);
        String text = "m" + made++ + "x".repeat(random.nextInt(8) == 0 ? random.nextInt(30_000) : 5);
        int priority = random.nextInt(10);
        long ttlMillis = random.nextInt(4) == 0 ? 1 + random.nextInt(20_000) : 0;
        long sequence = 0;
        if (random.nextInt(3) == 0) {
            boolean again = !acceptedSequences.isEmpty() && random.nextBoolean();
            sequence = again ? any(acceptedSequences) : nextSequence++;
        }
        work.unit.publish(Message.to(TopicName.of(to.name))
                .priority(priority)
                .ttlMillis(ttlMillis)
                .publisher(sequence == 0 ? null : new PublisherStamp("p", sequence))
                .text(text)
                .build());
        long expiresMillis = ttlMillis == 0 ? 0 : broker.clock.millis() + ttlMillis;
        work.sends.add(new Sending(to, text, priority, expiresMillis, sequence));
    }

    private void commit(Work work) {
        CommitOutcome outcome = underFate(() -> broker.vpn.commit(work.unit));
        if (isDone(outcome)) {
            place(work, firstMsgId(outcome));
            work.acks.forEach((delivery, consumer) -> consumer.queue.acknowledge(delivery.msgId()));
        } else {
            backInHands(work);
        }
        recoverIfCutOff();
    }

    private void backInHands(Work work) {
        work.acks.forEach((delivery, consumer) -> consumer.hands.add(delivery));
    }

    /** Numbers the messages as the broker does: those that are new, without a gap. */
    private void place(Work work, long firstMsgId) {
        long msgId = firstMsgId;
        for (Sending sending : work.sends) {
            if (sending.sequence == 0 || !acceptedSequences.contains(sending.sequence)) {
                sending.to.place(msgId++, sending.text, sending.priority, sending.expiresMillis);
                if (sending.sequence != 0) {
                    acceptedSequences.add(sending.sequence);
                }
            }
        }
    }

    private void receive() {
        Consumer consumer = any(consumers);
        NaiveQueue queue = consumer.queue;
        Delivery delivery = consumer.session.receive(NOW);
        if (delivery == null) {
            assertThat(queue.next(broker.clock.millis())).isNull();
        } else {
            assertThat(queue.mayComeNext(delivery.msgId(), broker.clock.millis()))
                    .as("%d, where %s was due", delivery.msgId(), queue.next(broker.clock.millis()))
                    .isTrue();
            Held held = Objects.requireNonNull(queue.messages.get(delivery.msgId()));
            assertThat(text(delivery)).isEqualTo(held.text);
            assertThat(delivery.deliveryCount()).isEqualTo(held.attempts + 1);
            queue.present(held.msgId);
            consumer.hands.add(delivery);
        }
        broker.awaitCommitter();
    }

    private void release() {
        Consumer consumer = any(consumers);
        if (consumer.hands.isEmpty()) {
            return;
        }
        Delivery delivery = consumer.hands.remove(0);
        underFate(() -> {
            consumer.session.release(delivery);
            return decided();
        });
        if (fate != Fate.CUT_OFF_BEFORE) {
            consumer.queue.fail(delivery.msgId(), fate != Fate.REFUSED);
        }
        recoverIfCutOff();
    }

    private CommitOutcome decided() {
        try {
            broker.awaitCommitter();
            return new CommitOutcome.Stored(0, 0);
        } catch (BrokerException e) {
            return new CommitOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private void giveBack() {
        Consumer consumer = any(consumers);
        if (!consumer.hands.isEmpty()) {
            Delivery delivery = consumer.hands.remove(0);
            consumer.session.giveBack(delivery);
            consumer.queue.takeBack(delivery.msgId());
            broker.awaitCommitter();
        }
    }

    private void prepare() {
        Work work = work(random.nextInt(3), random.nextInt(2));
        if (work.sends.stream().anyMatch(sending -> sending.sequence != 0)) {
            backInHands(work);
            return;
        }
        BranchId branch = new BranchId(1, new byte[] {(byte) (made >> 8), (byte) made++}, new byte[] {1});
        CommitOutcome outcome = underFate(() -> broker.vpn.prepare(branch, work.unit));
        if (isDone(outcome)) {
            branches.put(branch, work);
            work.sends.forEach(sending -> sending.to.reserved++);
            work.acks.forEach((delivery, consumer) -> consumer.queue.move(delivery.msgId(), Place.IN_DOUBT));
        } else {
            backInHands(work);
        }
        recoverIfCutOff();
    }

    private void decide() {
        if (branches.isEmpty()) {
            return;
        }
        BranchId branch = any(List.copyOf(branches.keySet()));
        boolean commit = random.nextBoolean();
        CommitOutcome outcome =
                underFate(() -> commit ? broker.vpn.commitPrepared(branch) : broker.vpn.rollbackPrepared(branch));
        if (isDone(outcome)) {
            Work work = Objects.requireNonNull(branches.remove(branch));
            work.sends.forEach(sending -> sending.to.reserved--);
            if (commit) {
                place(work, firstMsgId(outcome));
                work.acks.forEach((delivery, consumer) -> consumer.queue.acknowledge(delivery.msgId()));
            } else {
                work.acks.forEach((delivery, consumer) -> consumer.queue.returnFromDoubt(delivery.msgId()));
            }
        }
        recoverIfCutOff();
    }

    private void dutiesAndTime() {
        broker.clock.advance(Duration.ofMillis(random.nextInt(5_000)));
        if (random.nextInt(3) == 0) {
            queues.forEach(queue -> queue.sweep(broker.clock.millis()));
            sweepFully();
        }
        broker.duties.runAll();
    }

    /** The sweeper may find one later that expires out of order; at delivery it is found at once. */
    private void sweepFully() {
        broker.duties.runAll();
        queues.forEach(this::assertHolds);
    }

    private void assertHolds(NaiveQueue queue) {
        Set<Long> there = broker.onQueue(queue.name);
        there.removeAll(queue.expiredIds);
        assertThat(there).as(queue.name).isEqualTo(queue.ids());
    }

    private void letGo(Consumer consumer) {
        consumer.session.close();
        consumer.hands.forEach(delivery -> consumer.queue.fail(delivery.msgId(), true));
        consumer.hands.clear();
        broker.awaitCommitter();
        consumer.session = broker.consume(consumer.queue.name);
    }

    private void restart() {
        broker = broker.restarted();
        broker.awaitCommitter();
        loseConsumers();
    }

    private void purge() {
        NaiveQueue queue = any(queues);
        queue.sweep(broker.clock.millis());
        long expected = queue.purge();
        assertThat(broker.administration.purge(EndpointKind.QUEUE, queue.name)).isGreaterThanOrEqualTo(expected);
    }

    private void recreateQueue() {
        NaiveQueue queue = any(queues);
        if (queue.reserved > 0 || queue.count(Place.IN_DOUBT) > 0) {
            return;
        }
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, queue.name);
        createQueue(queue);
        queue.purged += queue.messages.size();
        queue.messages.clear();
        queue.purged += queue.expiredIds.size();
        queue.expiredIds.clear();
        consumers.stream().filter(consumer -> consumer.queue == queue).forEach(consumer -> {
            consumer.hands.clear();
            consumer.session = broker.consume(queue.name);
        });
    }

    // ---- faults ----

    private CommitOutcome underFate(Supplier<CommitOutcome> step) {
        cutOff = false;
        switch (fate) {
            case NORMAL -> {}
            case REFUSED ->
                broker.script.once((entry, really) -> {
                    broker.rows().refuseNextAppend("refused by the run");
                    return really.get();
                });
            case CUT_OFF_BEFORE -> broker.script.once((entry, really) -> cutOff("before"));
            case CUT_OFF_AFTER ->
                broker.script.once(
                        (entry, really) -> cutOff("after " + really.get().kind()));
        }
        CommitOutcome outcome = step.get();
        broker.script.playNormally();
        return outcome;
    }

    private AppendResult cutOff(String when) {
        cutOff = true;
        return AppendResult.of(AppendResult.Kind.ABANDONED, "cut off " + when);
    }

    private boolean isDone(CommitOutcome outcome) {
        return outcome instanceof CommitOutcome.Stored
                || outcome instanceof CommitOutcome.Unknown && fate == Fate.CUT_OFF_AFTER;
    }

    /** Of an unknown outcome: the last entry that has messages is the one cut off; a new core's own have none. */
    private long firstMsgId(CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Stored stored) {
            return stored.firstMsgId();
        }
        var log = broker.rows().log();
        return IntStream.rangeClosed(1, log.size())
                .mapToLong(back -> log.get(log.size() - back).firstMsgId())
                .filter(msgId -> msgId != 0)
                .findFirst()
                .orElse(0);
    }

    private void recoverIfCutOff() {
        if (cutOff) {
            broker.awaitServing();
            // What the crash counted is on disk before the next step's fate.
            broker.awaitCommitter();
            loseConsumers();
        }
    }

    private void loseConsumers() {
        queues.forEach(NaiveQueue::forgetMemory);
        for (Consumer consumer : consumers) {
            consumer.hands.clear();
            consumer.session = broker.consume(consumer.queue.name);
        }
    }

    private void compare() {
        broker.awaitCommitter();
        for (NaiveQueue queue : queues) {
            EndpointStatistics figures = broker.figures(queue.name);
            queue.sweep(broker.clock.millis());
            assertHolds(queue);
            assertThat(figures.inFlightMsgCount()).isEqualTo(queue.count(Place.IN_FLIGHT));
            assertThat(figures.bufferedMsgCount()).isBetween(0L, 2L * queue.prefetch);
            assertThat(figures.inDoubtMsgCount()).isEqualTo(queue.count(Place.IN_DOUBT));
            assertThat(figures.reservedMsgCount()).isEqualTo(queue.reserved);
            assertThat(queue.isBalanced()).as("what was sent to " + queue.name).isTrue();
        }
        assertThat(List.copyOf(broker.vpn.preparedBranches())).hasSameSizeAs(branches.keySet());
    }
}
