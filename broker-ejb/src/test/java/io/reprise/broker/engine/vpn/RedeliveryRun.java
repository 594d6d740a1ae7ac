package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.DeadMessage;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.vpn.RedeliveryModel.Copy;
import io.reprise.broker.engine.vpn.RedeliveryModel.Place;
import io.reprise.broker.engine.vpn.RedeliveryModel.Queue;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One random run of {@link RedeliveryModelTest}: the steps. */
final class RedeliveryRun extends RedeliveryWorld {
    RedeliveryRun(long seed) {
        super(seed);
    }

    void steps(int steps) {
        try {
            for (int i = 1; i <= steps; i++) {
                step();
                observer.observe(broker);
                if (i % 250 == 0 || i == steps) {
                    quietPoint();
                }
            }
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(e.getMessage() + "\nlately:\n  " + String.join("\n  ", lately), e);
        }
    }

    private void step() {
        fate = switch (random.nextInt(40)) {
            case 0 -> Fate.CUT_OFF_BEFORE;
            case 1 -> Fate.CUT_OFF_AFTER;
            case 2, 3 -> Fate.REFUSED;
            default -> Fate.NORMAL;
        };
        int choice = random.nextInt(40);
        happened("step " + choice + " under " + fate);
        switch (choice) {
            case 0, 1, 2, 3, 4, 5 -> publish();
            case 6, 7, 8, 9, 10, 11, 12, 13, 14 -> receive(any(consumers));
            case 15, 16, 17, 18, 19, 20 -> release(false);
            case 21 -> release(true);
            case 22, 23 -> giveBack();
            case 24, 25, 26 -> acknowledge();
            case 27 -> prepare();
            case 28, 29 -> decide();
            case 30 -> closeSession(anyBound());
            case 31 -> closeFlow(anyBound());
            case 32 -> passTime();
            case 33 -> occasionally(2, () -> releaseDelayed(any(work)));
            case 34 -> retry(any(deadMessageQueues));
            case 35 -> occasionally(3, () -> purge(any(List.copyOf(model.queues.values()))));
            case 36 -> changeLimit();
            case 37 -> changeTarget();
            case 38 -> occasionally(4, this::crash);
            default -> occasionally(6, this::restartOrRecreate);
        }
    }

    private void occasionally(int oneOf, Runnable step) {
        if (random.nextInt(oneOf) == 0) {
            step.run();
        }
    }

    private void publish() {
        if (model.copies.stream().filter(Copy::isAlive).count() > MOST_ALIVE) {
            return;
        }
        Queue to = any(work);
        boolean both = random.nextInt(5) == 0;
        boolean eligible = random.nextInt(8) > 0;
        long ttlMillis = random.nextInt(4) == 0 ? 1 + random.nextInt(8_000) : 0;
        String text = "m" + made++ + "-" + (to.name.equals("w3") && !both ? "x".repeat(random.nextInt(400_000)) : "");
        Message message = Message.to(TopicName.of(both ? BOTH : "#P2P/QUE/" + to.name))
                .dmqEligible(eligible)
                .ttlMillis(ttlMillis)
                .text(text)
                .build();
        underFate(() -> broker.vpn.commit(WorkUnit.publishing(message)));
        if (fate.isDone()) {
            for (Queue each : both ? List.of(work.get(0), work.get(1)) : List.of(to)) {
                model.copies.add(new Copy(text, eligible, ttlMillis, each, now()));
            }
        }
        recover();
    }

    private void receive(Consumer consumer) {
        List<Copy> mayCome = new ArrayList<>();
        List<Copy> mustCome = new ArrayList<>();
        for (Copy copy : model.on(consumer.queue)) {
            boolean deliverable = copy.place == Place.FREE
                    && copy.waitsUntilMillis <= now()
                    && !copy.isExpired(now())
                    && !RedeliveryModel.isExhausted(consumer.limit(), copy.attempts);
            if (deliverable) {
                (doomed(copy) ? mayCome : mustCome).add(copy);
            }
        }
        Delivery delivery = consumer.session.receive(NOW);
        if (delivery == null) {
            assertThat(mustCome).as("to be delivered").isEmpty();
        } else {
            presented(consumer, delivery, mayCome, mustCome);
        }
        broker.awaitCommitter();
    }

    private void presented(Consumer consumer, Delivery delivery, List<Copy> mayCome, List<Copy> mustCome) {
        mayCome.addAll(mustCome);
        Copy copy = mayCome.stream()
                .filter(each -> each.msgId == delivery.msgId())
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError(delivery + " on " + consumer.queue.name + ", not one of " + mayCome));
        if (consumer.queue.inOrder) {
            assertThat(mustCome).as("before %s", copy).noneMatch(each -> each.msgId < copy.msgId);
        }
        assertThat(TestVpn.text(delivery)).isEqualTo(copy.text);
        assertThat(delivery.deliveryCount()).as("deliveries of %s", copy).isEqualTo(copy.attempts + 1);
        assertThat(delivery.redelivered()).isEqualTo(copy.attempts > 0);
        assertThat(delivery.deadLetter().isPresent()).as("dead: %s", copy).isEqualTo(copy.dead);
        delivery.deadLetter()
                .ifPresent(letter -> assertThat(letter.endpointName())
                        .isEqualTo(Objects.requireNonNull(copy.first).endpointName()));
        happened("presented " + copy);
        RedeliveryModel.presented(copy, marking);
        consumer.hands.add(new InHand(delivery, consumer, consumer.session, copy));
    }

    /** @param rejecting whether no further attempt is wanted */
    private void release(boolean rejecting) {
        Consumer consumer = any(consumers);
        if (consumer.hands.isEmpty()) {
            return;
        }
        InHand held = consumer.hands.remove(random.nextInt(consumer.hands.size()));
        Copy copy = held.copy();
        Queue before = copy.queue;
        happened((rejecting ? "to reject " : "to fail ") + copy);
        CommitOutcome outcome = underFate(() -> {
            if (rejecting) {
                return broker.vpn.reject(held.delivery()).await();
            }
            held.session().release(held.delivery());
            return decided();
        });
        boolean dies = false;
        if (fate == Fate.REFUSED) {
            RedeliveryModel.countedInMemory(copy);
        } else if (fate.isDone()) {
            dies = failed(consumer, copy, rejecting);
        }
        if (rejecting && fate == Fate.NORMAL) {
            assertThat(outcome).as("rejected %s", copy).isEqualTo(new CommitOutcome.Stored(0, dies ? 1 : 0));
        }
        recover();
        if (dies) {
            observer.observe(broker);
            assertThat(copy.queue == before && copy.isAlive())
                    .as("still there: %s", copy)
                    .isFalse();
        }
    }

    private void giveBack() {
        Consumer consumer = any(consumers);
        if (!consumer.hands.isEmpty()) {
            giveBack(consumer.hands.remove(random.nextInt(consumer.hands.size())));
        }
    }

    private WorkUnit taking(List<InHand> taken) {
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < 2; i++) {
            Consumer consumer = any(consumers);
            if (!consumer.hands.isEmpty()) {
                InHand held = consumer.hands.remove(0);
                taken.add(held);
                unit.acknowledge(held.delivery());
            }
        }
        return unit;
    }

    private void acknowledge() {
        List<InHand> taken = new ArrayList<>();
        WorkUnit unit = taking(taken);
        underFate(() -> broker.vpn.commit(unit));
        happened("acknowledging " + taken.stream().map(InHand::copy).toList());
        if (taken.isEmpty()) {
            return;
        }
        if (fate.isDone()) {
            taken.forEach(held -> held.copy().place = Place.ACKNOWLEDGED);
        } else {
            backInHands(taken);
        }
        recover();
    }

    private static void backInHands(List<InHand> taken) {
        taken.forEach(held -> held.of().hands.add(held));
    }

    private void prepare() {
        List<InHand> taken = new ArrayList<>();
        WorkUnit unit = taking(taken);
        if (taken.isEmpty()) {
            return;
        }
        BranchId branch = new BranchId(1, new byte[] {(byte) (made >> 8), (byte) made++}, new byte[] {1});
        underFate(() -> broker.vpn.prepare(branch, unit));
        if (fate.isDone()) {
            branches.put(branch, taken.stream().map(InHand::copy).toList());
            taken.forEach(held -> held.copy().place = Place.IN_DOUBT);
        } else {
            backInHands(taken);
        }
        recover();
    }

    private void decide() {
        if (branches.isEmpty()) {
            return;
        }
        BranchId branch = any(List.copyOf(branches.keySet()));
        happened("deciding " + branches.get(branch));
        boolean commit = random.nextBoolean();
        underFate(() -> commit ? broker.vpn.commitPrepared(branch) : broker.vpn.rollbackPrepared(branch));
        if (fate.isDone()) {
            for (Copy copy : Objects.requireNonNull(branches.remove(branch))) {
                if (commit) {
                    copy.place = Place.ACKNOWLEDGED;
                } else {
                    RedeliveryModel.rolledBack(copy);
                }
            }
        }
        recover();
    }

    /** All but one fail before, one by one: where there is little room it matters who dies first. */
    private void closeSession(Consumer consumer) {
        List<InHand> own = consumer.hands.stream()
                .filter(held -> held.session() == consumer.session)
                .toList();
        for (int i = 1; i < own.size(); i++) {
            own.get(i).session().release(own.get(i).delivery());
            broker.awaitCommitter();
            failed(consumer, own.get(i).copy(), false);
            observer.observe(broker);
        }
        consumer.session.close();
        broker.awaitCommitter();
        if (!own.isEmpty()) {
            failed(consumer, own.get(0).copy(), false);
        }
        consumer.hands.removeAll(own);
        consumer.session = consumer.flow.openSession();
    }

    /** What it has in its hands may still be settled. */
    private void closeFlow(Consumer consumer) {
        consumer.flow.close();
        consumer.bind();
    }

    private void passTime() {
        broker.clock.advance(Duration.ofMillis(random.nextInt(3_000)));
        if (random.nextInt(3) == 0) {
            broker.duties.runAll();
        }
    }

    /** An administrator says that what is on a queue need not wait. */
    private void releaseDelayed(Queue queue) {
        VpnCore core = broker.core();
        EndpointDispatch dispatch = Objects.requireNonNull(core.dispatch().endpoint(queue.endpointId));
        List<Copy> waiting = model.on(queue).stream()
                .filter(copy -> copy.place == Place.FREE && copy.dueOnDisk != 0)
                .toList();
        List<Long> msgIds = waiting.stream().map(copy -> copy.msgId).toList();
        CommitOutcome outcome =
                underFate(() -> core.releaseDelayed(dispatch, msgIds).await());
        if (fate.isDone()) {
            waiting.forEach(RedeliveryModel::waitsNoLonger);
        }
        if (outcome instanceof CommitOutcome.Stored stored) {
            assertThat(stored.messages()).as("released").isEqualTo(waiting.size());
        }
        recover();
    }

    private void retry(Queue queue) {
        if (!queue.exists) {
            return;
        }
        VpnCore core = broker.core();
        EndpointDispatch dispatch = Objects.requireNonNull(core.dispatch().endpoint(queue.endpointId));
        List<Long> seized = dispatch.seizures().seize(1 + random.nextInt(10), Long.MAX_VALUE);
        if (seized.isEmpty()) {
            return;
        }
        List<Copy> copies = seized.stream()
                .map(msgId -> model.on(queue).stream()
                        .filter(copy -> copy.msgId == msgId && copy.place == Place.FREE)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(msgId + " seized on " + queue.name)))
                .toList();
        List<DeadMessage> messages = copies.stream()
                .map(copy ->
                        new DeadMessage(Objects.requireNonNull(core.reader().slot(copy.msgId)), copy.ttlMillis))
                .toList();
        CommitOutcome outcome = underFate(() -> core.retry(dispatch, messages).await());
        if (outcome instanceof CommitOutcome.Stored stored) {
            assertThat(copies.stream().filter(copy -> model.retry(copy, now())).count())
                    .as("retried")
                    .isEqualTo(stored.messages());
        } else if (fate == Fate.CUT_OFF_AFTER) {
            copies.forEach(copy -> model.retry(copy, now()));
        }
        recover();
    }

    private void purge(Queue queue) {
        if (!queue.exists) {
            return;
        }
        underFate(() -> {
            try {
                broker.administration.purge(EndpointKind.QUEUE, queue.name);
                return new CommitOutcome.Stored(0, 0);
            } catch (BrokerException e) {
                return new CommitOutcome.Unknown(String.valueOf(e.getMessage()));
            }
        });
        if (fate.isDone()) {
            model.on(queue).stream()
                    .filter(copy -> copy.place == Place.FREE)
                    .forEach(copy -> copy.place = Place.DELETED);
        }
        recover();
    }

    private void changeLimit() {
        Queue queue = work.get(random.nextInt(3));
        queue.limit = random.nextInt(5);
        broker.change(queue.name, EndpointAttributes.MAX_REDELIVERY, (long) queue.limit);
    }

    /** A dead message queue takes nothing more, or again; or it goes, or is there again. */
    private void changeTarget() {
        Queue queue = deadMessageQueues.get(1 + random.nextInt(3));
        if (!queue.name.equals("gone")) {
            queue.takesDead = !queue.takesDead;
            broker.change(queue.name, EndpointAttributes.INGRESS_ENABLED, queue.takesDead);
        } else if (!queue.exists) {
            create(queue, Prefetch.NONE);
            consumers.stream().filter(consumer -> consumer.queue == queue).forEach(Consumer::bind);
        } else if (model.count(queue, Place.IN_DOUBT) == 0) {
            delete(queue);
        }
    }

    private void restartOrRecreate() {
        switch (random.nextInt(3)) {
            case 0 -> restart();
            case 1 -> restartClean();
            default -> {
                Queue queue = work.get(2);
                if (model.count(queue, Place.IN_DOUBT) == 0) {
                    delete(queue);
                    create(queue, Prefetch.NONE);
                    consumers.stream()
                            .filter(consumer -> consumer.queue == queue)
                            .forEach(Consumer::bind);
                }
            }
        }
    }

    /** Everybody takes all there is and gives it back: what is dead has left, or is held as it can't. */
    private void quietPoint() {
        fate = Fate.NORMAL;
        consumers.forEach(this::returnAll);
        broker.duties.runAll();
        observer.observe(broker);
        for (Consumer consumer : consumers) {
            if (consumer.queue.exists) {
                int before;
                do {
                    before = consumer.hands.size();
                    receive(consumer);
                    observer.observe(broker);
                } while (consumer.hands.size() > before);
            }
        }
        consumers.forEach(this::returnAll);
        observer.observe(broker);
        for (Queue queue : model.queues.values()) {
            if (queue.exists) {
                quiet(queue);
            }
        }
        observer.assertBalanced(broker);
    }

    private void quiet(Queue queue) {
        long held = 0;
        for (Copy copy : model.on(queue)) {
            boolean waits = copy.waitsUntilMillis > now();
            if (doomed(copy) && waits && copy.isExpired(now())) {
                held++; // it may be held before its time, which its death doesn't wait for
            }
            if (doomed(copy) && !waits) {
                held++;
                boolean dead = copy.isExpired(now())
                        || consumers.stream()
                                .filter(consumer -> consumer.queue == queue)
                                .allMatch(consumer -> RedeliveryModel.isExhausted(consumer.limit(), copy.attempts));
                assertThat(dead && model.leavesByDeath(copy))
                        .as("dead and not held back: %s", copy)
                        .isFalse();
            }
        }
        var figures = broker.figures(queue.name);
        assertThat(figures.heldMsgCount()).as("held on " + queue.name).isLessThanOrEqualTo(held);
        assertThat(figures.inFlightMsgCount()).as("in flight on " + queue.name).isZero();
        assertThat(figures.inDoubtMsgCount()).isEqualTo(model.count(queue, Place.IN_DOUBT));
        List<Copy> delayed = model.on(queue).stream()
                .filter(copy -> copy.place == Place.FREE && copy.waitsUntilMillis > now())
                .toList();
        assertThat(figures.delayedMsgCount())
                .as("delayed on " + queue.name)
                .isBetween(
                        delayed.stream().filter(copy -> !copy.isExpired(now())).count(), (long) delayed.size());
    }
}
