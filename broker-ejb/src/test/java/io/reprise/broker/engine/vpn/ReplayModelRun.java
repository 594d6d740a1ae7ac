package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Hand;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Item;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Logged;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayEnd;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One random run of {@link ReplayModelTest}: the steps. */
final class ReplayModelRun extends ReplayModelWorld {
    private static final List<String> TOPICS = List.of("a/1", "a/2", "b/1", "b/2", "c/1", "#P2P/QUE/x", "#P2P/QUE/n");
    private static final List<String> FILTERS = List.of("a/>", "b/>", "*/1", "a/2", "c/1");
    private static final int MOST_LOGGED = 120;

    private int made;

    ReplayModelRun(long seed) {
        super(seed);
    }

    void steps(int steps) {
        try {
            observe();
            for (int i = 0; i < steps; i++) {
                step();
                observe();
            }
            finish();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(e.getMessage() + "\nlately:\n  " + lately(), e);
        }
    }

    private void step() {
        fate = switch (random.nextInt(40)) {
            case 0 -> Fate.CUT_OFF_BEFORE;
            case 1 -> Fate.CUT_OFF_AFTER;
            default -> Fate.NORMAL;
        };
        int choice = random.nextInt(40);
        happened("step " + choice + " under " + fate);
        switch (choice) {
            case 0, 1, 2, 3, 4, 5, 6 -> publish();
            case 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 -> receive(any(consumers));
            case 17, 18, 19, 20, 21 -> acknowledge();
            case 22, 23 -> release();
            case 24 -> giveBack();
            case 25 -> prepare();
            case 26, 27 -> decide();
            case 28 -> closeSession(any(consumers));
            case 29 -> closeFlow(any(consumers));
            case 30, 31 -> start(any(endpoints));
            case 32 -> occasionally(2, () -> start(any(endpoints)));
            case 33 -> cancel(any(endpoints));
            case 34 ->
                occasionally(3, () -> subscribe(endpoints.get(random.nextInt(2)), any(FILTERS), random.nextBoolean()));
            case 35 -> passTime();
            case 36 -> refusedStart(any(endpoints));
            case 37 -> occasionally(4, this::crash);
            case 38 -> occasionally(2, random.nextInt(4) == 0 ? this::restart : this::trim);
            default -> broker.duties.runAll();
        }
    }

    private void occasionally(int oneOf, Runnable step) {
        if (random.nextInt(oneOf) == 0) {
            step.run();
        }
    }

    private void publish() {
        if (log.size() >= MOST_LOGGED) {
            return;
        }
        WorkUnit unit = new WorkUnit();
        List<Message> messages = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Message message = Message.to(TopicName.of(any(TOPICS)))
                    .priority(random.nextInt(4) == 0 ? random.nextInt(10) : Message.DEFAULT_PRIORITY)
                    .ttlMillis(random.nextInt(8) == 0 ? 1 + random.nextInt(20_000) : 0)
                    .text("m" + made++)
                    .build();
            messages.add(message);
            unit.publish(message);
        }
        long first = broker.core().figures().lastMsgId() + 1;
        underFate(0, () -> broker.vpn.commit(unit));
        awaitRecovery();
        for (int i = 0; i < messages.size() && fate.isDone(); i++) {
            published(messages.get(i), first + i);
        }
        lostMemoryIfCut();
    }

    private void published(Message message, long msgId) {
        MessageSlot slot = Objects.requireNonNull(broker.core().reader().slot(msgId), "message " + msgId);
        // The log knows when it ends and when it came: where the clock had stepped back between, it is that much
        // shorter.
        long ttlMillis =
                message.ttlMillis() == 0 ? 0 : Math.max(1, now() + message.ttlMillis() - slot.spooledTimeMillis());
        Logged logged = new Logged(
                msgId,
                message.topic().text(),
                new String(message.body(), StandardCharsets.UTF_8),
                message.priority(),
                ttlMillis,
                slot.spooledTimeMillis(),
                slot.sizeBytes());
        assertThat(slot.topic()).isEqualTo(logged.topic());
        log.add(logged);
        for (NaiveEndpoint on : endpoints) {
            if (on.accepts(logged.topic())) {
                on.place(logged, message.ttlMillis() == 0 ? 0 : now() + message.ttlMillis());
            }
        }
        happened("published " + logged);
    }

    private void receive(Consumer consumer) {
        NaiveEndpoint on = consumer.on;
        boolean may = consumer.mayTake();
        List<Item> before = on.deliverable(now());
        Delivery delivery = consumer.session.receive(NOW);
        observe();
        if (delivery == null) {
            assertThat(may && !before.isEmpty()).as("nothing came of " + on).isFalse();
            return;
        }
        if (!isThere(delivery)) {
            // A copy: while it was on its way a message that had expired was swept, and the replay could not go on.
            happened("presented " + delivery + ", which a replay's end has taken, on " + on.name);
            return;
        }
        Item item = on.live.get(delivery.msgId());
        happened("presented " + delivery + ": " + item + " on " + on.name);
        assertThat(may).as("%s came to one who may not take any", item).isTrue();
        assertThat(item).as("%s came from %s", delivery, on).isNotNull();
        Objects.requireNonNull(item);
        assertThat(item.isFree(now())).as("%s was free on %s", item, on).isTrue();
        if (on.inOrder()) {
            assertThat(before)
                    .as("before %s on %s", item, on)
                    .noneMatch(each -> each != item && on.has(each) && on.precedes(each, item));
        }
        compare(delivery, item);
        item.counted(delivery.deliveryCount() - 1);
        item.presented = delivery.deliveryCount();
        Hand hand = new Hand(delivery, consumer.session, consumer.flow, on, item);
        item.hand = hand;
        hands.add(hand);
    }

    /** Whether the message is live in the backlog that the delivery names. */
    private boolean isThere(Delivery delivery) {
        AckRef ref = ((EngineDelivery) delivery).ref();
        return broker.core()
                .atBoundary(state -> Objects.requireNonNull(state.endpoint(ref.endpointId()))
                        .contains(ref.generation(), ref.msgId()));
    }

    private void compare(Delivery delivery, Item item) {
        int least = Math.max(item.least, item.presented);
        int most = Math.max(item.most, item.presented);
        assertThat(delivery.deliveryCount()).as("deliveries of " + item).isBetween(least + 1, most + 1);
        assertThat(delivery.redelivered()).isEqualTo(delivery.deliveryCount() > 1);
        assertThat(TestVpn.text(delivery)).isEqualTo(item.message.text());
        assertThat(delivery.message().topic().text()).isEqualTo(item.message.topic());
        assertThat(delivery.message().priority()).isEqualTo(item.message.priority());
        assertThat(delivery.spooledTimeMillis()).isEqualTo(item.message.spooledMillis());
        assertThat(delivery.expirationMillis()).as("expiry of " + item).isEqualTo(item.expirationMillis);
    }

    private List<Hand> someHands(int most) {
        List<Hand> taken = new ArrayList<>();
        while (taken.size() < most && !hands.isEmpty()) {
            taken.add(hands.remove(random.nextInt(hands.size())));
        }
        return taken;
    }

    /** Whether a settlement of it means something: a late one of what a replay has removed does not. */
    private static boolean means(Hand hand) {
        return !hand.settled && hand.item.branch == null && hand.on.has(hand.item);
    }

    private void acknowledge() {
        List<Hand> taken = someHands(1 + random.nextInt(3));
        if (taken.isEmpty()) {
            return;
        }
        underFate(0, () -> broker.vpn.commit(acknowledging(taken)));
        happened("acknowledged " + taken);
        awaitRecovery();
        if (fate.isDone()) {
            taken.stream().filter(ReplayModelRun::means).toList().forEach(hand -> hand.on.gone(hand.item));
        }
        lostMemoryIfCut();
    }

    private void release() {
        for (Hand hand : someHands(1)) {
            happened("failing " + hand);
            hand.session.release(hand.delivery);
            settle();
            released(hand);
        }
    }

    private void released(Hand hand) {
        Item item = hand.item;
        // Where it came back after a replay, and somebody has it again, what became of it before says nothing.
        if (means(hand) && (hand.isCurrent() || item.hand == null)) {
            item.least = Math.max(item.least, hand.delivery.deliveryCount());
            item.most = Math.max(item.most, hand.delivery.deliveryCount());
            item.presented = 0;
            item.hand = null;
        }
    }

    private void giveBack() {
        for (Hand hand : someHands(1)) {
            happened("giving back " + hand);
            hand.session.giveBack(hand.delivery);
            settle();
            if (means(hand) && hand.isCurrent()) {
                hand.item.presented = 0;
                hand.item.hand = null;
            } else if (means(hand) && hand.item.hand == null) {
                // Its mark may be taken back, or not: nobody knows who it was.
                hand.item.most = Math.max(hand.item.most, hand.item.presented);
                hand.item.presented = 0;
            }
        }
    }

    private void prepare() {
        List<Hand> taken = someHands(1 + random.nextInt(3));
        if (taken.isEmpty()) {
            return;
        }
        BranchId branch = new BranchId(1, new byte[] {(byte) (made >> 8), (byte) made++}, new byte[] {1});
        underFate(0, () -> broker.vpn.prepare(branch, acknowledging(taken)));
        happened("prepared " + taken);
        awaitRecovery();
        if (fate.isDone()) {
            List<Hand> meant = new ArrayList<>();
            for (Hand hand : taken) {
                // The same message may be twice among them: delivered before a replay, and again after that failed.
                if (means(hand)) {
                    meant.add(hand);
                    hand.item.taken();
                    hand.item.branch = branch;
                }
            }
            branches.put(branch, meant);
        }
        lostMemoryIfCut();
    }

    private void decide() {
        if (branches.isEmpty()) {
            return;
        }
        BranchId branch = any(List.copyOf(branches.keySet()));
        boolean commit = random.nextBoolean();
        List<Hand> meant = Objects.requireNonNull(branches.get(branch));
        happened((commit ? "committing " : "rolling back ") + meant);
        underFate(0, () -> commit ? broker.vpn.commitPrepared(branch) : broker.vpn.rollbackPrepared(branch));
        awaitRecovery();
        if (fate.isDone()) {
            branches.remove(branch);
            meant.stream().filter(hand -> hand.on.has(hand.item)).toList().forEach(hand -> {
                Item item = hand.item;
                item.branch = null;
                if (commit) {
                    hand.on.gone(item);
                } else {
                    int least = Math.max(item.least + 1, marking ? item.presented : 0);
                    int most = Math.max(item.most + 1, item.presented);
                    item.least = least;
                    item.most = most;
                    item.presented = 0;
                }
            });
        }
        lostMemoryIfCut();
    }

    private void closeSession(Consumer consumer) {
        happened("closing a session on " + consumer.on.name);
        List<Hand> own = hands.stream()
                .filter(hand -> hand.session == consumer.session && hand.isCurrent())
                .toList();
        consumer.session.close();
        settle();
        own.forEach(this::released);
        hands.removeAll(own);
        consumer.session = consumer.flow.openSession();
    }

    /** What it has in its hands may still be settled. Whoever binds now comes last. */
    private void closeFlow(Consumer consumer) {
        happened("closing a flow on " + consumer.on.name);
        consumer.flow.close();
        consumers.remove(consumer);
        consumers.add(consumer);
        consumer.bind();
    }

    private void start(NaiveEndpoint on) {
        ReplayStart from = new ReplayStart.Beginning();
        long fromMsgId = 0;
        if (!log.isEmpty() && random.nextBoolean()) {
            Logged at = any(log);
            if (random.nextBoolean()) {
                from = new ReplayStart.AfterMessage(id(at.msgId()));
                fromMsgId = at.msgId();
            } else if (at.spooledMillis() <= now()) {
                from = new ReplayStart.FromTime(Instant.ofEpochMilli(at.spooledMillis()));
                fromMsgId = log.stream()
                                .filter(each -> each.spooledMillis() >= at.spooledMillis())
                                .findFirst()
                                .orElseThrow()
                                .msgId()
                        - 1;
            }
        }
        ReplayEnd to = new ReplayEnd.WholeLog();
        long throughMsgId = Long.MAX_VALUE;
        if (!log.isEmpty() && random.nextInt(4) == 0) {
            Logged at = any(log);
            long atMillis = at.spooledMillis();
            if (random.nextBoolean()) {
                to = new ReplayEnd.AtMessage(id(at.msgId()));
                throughMsgId = at.msgId();
            } else if (!(from instanceof ReplayStart.FromTime time
                    && time.time().toEpochMilli() > atMillis)) {
                to = new ReplayEnd.AtTime(Instant.ofEpochMilli(atMillis));
                throughMsgId = log.stream()
                        .filter(each -> each.spooledMillis() <= atMillis)
                        .reduce((one, other) -> other)
                        .orElseThrow()
                        .msgId();
            }
        }
        start(on, new ReplayRequest(from, to, 0), fromMsgId, throughMsgId);
    }

    private void start(NaiveEndpoint on, ReplayRequest request, long fromMsgId, long throughMsgId) {
        happened("to start " + request + " on " + on);
        underFate(random.nextInt(3), () -> {
            broker.administration.replays().start(on.kind, on.name, request);
            return done();
        });
        awaitRecovery();
        var replay = broker.core()
                .atBoundary(state ->
                        Objects.requireNonNull(state.endpoint(on.endpointId)).replay());
        if (replay.starts() > on.starts) {
            on.start(replay.fromMsgId(), replay.throughMsgId());
            assertThat(on.range(log, replay.fromMsgId(), replay.throughMsgId()))
                    .as("range of " + request)
                    .isEqualTo(on.range(log, fromMsgId, throughMsgId));
        } else {
            assertThat(fate).as("the start").isEqualTo(Fate.CUT_OFF_BEFORE);
        }
        lostMemoryIfCut();
    }

    private void refusedStart(NaiveEndpoint on) {
        ReplayRequest request = ReplayRequest.from(
                random.nextBoolean()
                        ? new ReplayStart.AfterMessage(id(1_000_000))
                        : new ReplayStart.FromTime(Instant.ofEpochMilli(createdMillis - 1)));
        happened("refused on " + on.name);
        assertThatThrownBy(() -> broker.administration.replays().start(on.kind, on.name, request))
                .isInstanceOf(BrokerException.class);
    }

    private ReplicationGroupMsgId id(long msgId) {
        return new ReplicationGroupMsgId(broker.life.tenure().originBits(), msgId);
    }

    private void cancel(NaiveEndpoint on) {
        if (!on.state.isRunning()) {
            return;
        }
        happened("to cancel " + on);
        underFate(0, () -> {
            broker.administration.replays().cancel(on.kind, on.name);
            return done();
        });
        awaitRecovery();
        if (fate.isDone()) {
            on.fail();
        }
        lostMemoryIfCut();
    }

    private void trim() {
        if (log.isEmpty()) {
            return;
        }
        long before = any(log).msgId();
        happened("trimming before " + before);
        long[] told = {0};
        underFate(0, () -> {
            told[0] = broker.administration.replayLog().trimBefore(id(before));
            return done();
        });
        awaitRecovery();
        trimmedThroughMsgId = broker.core().atBoundary(state -> state.log().trimmedThroughMsgId());
        int logged = log.size();
        log.removeIf(each -> each.msgId() <= trimmedThroughMsgId);
        if (fate == Fate.NORMAL) {
            assertThat(log).as("trimmed before %d", before).noneMatch(each -> each.msgId() < before);
            assertThat(told[0]).isEqualTo(logged - log.size());
        }
        lostMemoryIfCut();
    }

    private void passTime() {
        if (random.nextInt(6) == 0) {
            broker.clock.jump(Duration.ofMillis(-random.nextInt(2_000)));
        } else {
            broker.clock.advance(Duration.ofMillis(random.nextInt(4_000)));
        }
    }

    /** As kill -9 between two entries. */
    private void crash() {
        fate = Fate.CUT_OFF_BEFORE;
        underFate(0, () -> broker.vpn.commit(WorkUnit.publishing(TestVpn.message("nobody's", "x"))));
        awaitRecovery();
        lostMemoryIfCut();
    }

    /** A stop, clean or one that waits for nobody. */
    private void restart() {
        fate = Fate.NORMAL;
        if (random.nextBoolean()) {
            hands.stream().filter(Hand::isCurrent).toList().forEach(hand -> {
                hand.session.giveBack(hand.delivery);
                hand.item.presented = 0;
                hand.item.hand = null;
            });
            settle();
            broker.life.drain(TestVpn.SOON);
        }
        happened("restarting");
        broker = broker.restarted();
        lostMemory();
    }

    /** Everybody takes all there is: nothing is left, and no replay runs. */
    private void finish() {
        fate = Fate.NORMAL;
        while (!branches.isEmpty()) {
            decide();
            observe();
        }
        while (!hands.isEmpty()) {
            release();
            observe();
        }
        broker.duties.runAll();
        observe();
        boolean more = true;
        while (more) {
            more = false;
            for (Consumer consumer : List.copyOf(consumers)) {
                receive(consumer);
                more |= !hands.isEmpty();
                while (!hands.isEmpty()) {
                    acknowledge();
                }
                observe();
            }
        }
        for (NaiveEndpoint on : endpoints) {
            assertThat(on.live).as("left on %s", on).isEmpty();
            assertThat(on.state.isRunning()).as("runs still: %s", on).isFalse();
        }
    }
}
