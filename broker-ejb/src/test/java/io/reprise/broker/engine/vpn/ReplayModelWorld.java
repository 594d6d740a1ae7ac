package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Hand;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Item;
import io.reprise.broker.engine.vpn.NaiveEndpoint.Logged;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What a random run of {@link ReplayModelTest} plays with: the engine and its model, endpoints and consumers, and what may befall the
 * broker. By one thread; what the engine does by itself is waited for after each step.
 */
abstract class ReplayModelWorld implements AutoCloseable {
    private static final int EVENTS_SHOWN = 60;

    final Random random;
    /** Whether every delivery is marked on disk as soon as it is made, or none that need not be. */
    final boolean marking;

    TestVpn broker;
    final List<Logged> log = new ArrayList<>();
    final List<NaiveEndpoint> endpoints = new ArrayList<>();
    final List<Consumer> consumers = new ArrayList<>();
    final List<Hand> hands = new ArrayList<>();
    final Map<BranchId, List<Hand>> branches = new LinkedHashMap<>();
    private final Deque<String> lately = new ArrayDeque<>();
    long createdMillis;
    long trimmedThroughMsgId;
    Fate fate = Fate.NORMAL;

    /** What becomes of an entry to come. */
    enum Fate {
        NORMAL,
        CUT_OFF_BEFORE,
        CUT_OFF_AFTER;

        boolean isDone() {
            return this != CUT_OFF_BEFORE;
        }
    }

    /** One that is bound to an endpoint, with one session. */
    final class Consumer {
        final NaiveEndpoint on;
        Flow flow;
        DeliverySession session;

        Consumer(NaiveEndpoint on) {
            this.on = on;
            bind();
        }

        void bind() {
            flow = broker.vpn.bind(new BindRequest(on.kind, on.name, "c"));
            session = flow.openSession();
        }

        boolean mayTake() {
            boolean active = !on.exclusive
                    || consumers.stream()
                                    .filter(each -> each.on == on)
                                    .findFirst()
                                    .orElseThrow()
                            == this;
            long inFlight = hands.stream()
                    .filter(hand -> hand.flow == flow && hand.isCurrent())
                    .count();
            return active && inFlight < on.maxUnacked;
        }
    }

    ReplayModelWorld(long seed) {
        random = new Random(seed);
        marking = random.nextBoolean();
        Duration age = marking ? Duration.ZERO : Duration.ofDays(1);
        broker = TestVpn.start(settings -> settings.withCacheBytes(200_000).withMarkAges(age, age));
        createdMillis = now();
        ReplayLogs.enable(broker);
        add(new NaiveEndpoint(EndpointKind.QUEUE, "x", true, random.nextBoolean(), false, unacked(), false), "a/>");
        add(
                new NaiveEndpoint(EndpointKind.QUEUE, "n", false, false, false, unacked(), random.nextBoolean()),
                "*/1",
                "b/>");
        add(new NaiveEndpoint(EndpointKind.TOPIC_ENDPOINT, "t", true, false, false, unacked(), true), "a/>");
        boolean hasLastValueQueue = random.nextInt(3) == 0;
        if (hasLastValueQueue) {
            add(new NaiveEndpoint(EndpointKind.QUEUE, "v", true, false, true, 1, true), "b/1");
        }
    }

    private int unacked() {
        return random.nextBoolean() ? 1 + random.nextInt(4) : 10_000;
    }

    private void add(NaiveEndpoint on, String... filters) {
        EndpointSettings settings = EndpointSettings.clientCreated(on.kind)
                .with(EndpointAttributes.ACCESS_TYPE, on.exclusive ? AccessType.EXCLUSIVE : AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, on.byPriority)
                .with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, (long) on.maxUnacked)
                .with(EndpointAttributes.MAX_BIND_COUNT, 10L)
                .with(EndpointAttributes.DEAD_MSG_QUEUE, "")
                .with(EndpointAttributes.PREFETCH, on.onDemand ? Prefetch.NONE : new Prefetch(3));
        if (on.lastValue) {
            settings = settings.with(EndpointAttributes.MAX_SPOOL_USAGE, 0L);
        }
        broker.administration.createEndpoint(on.kind, on.name, settings, TestVpn.filters(filters));
        on.filters.addAll(List.of(filters));
        on.endpointId = Objects.requireNonNull(broker.core().directory().byName(on.kind, on.name))
                .id();
        endpoints.add(on);
        consumers.add(new Consumer(on));
        consumers.add(new Consumer(on));
    }

    @Override
    public void close() {
        broker.close();
    }

    String lately() {
        return String.join("\n  ", lately);
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

    long now() {
        return broker.clock.millis();
    }

    void subscribe(NaiveEndpoint on, String filter, boolean add) {
        TopicFilter topicFilter = TopicFilter.of(filter);
        if (add && on.filters.add(filter)) {
            broker.administration.addSubscription(on.kind, on.name, topicFilter);
        } else if (!add && on.filters.remove(filter)) {
            broker.administration.removeSubscription(on.kind, on.name, topicFilter);
        }
    }

    // ---- fates ----

    /** @param before so many entries go well first */
    void underFate(int before, Supplier<CommitOutcome> step) {
        int[] left = {before};
        if (fate != Fate.NORMAL) {
            broker.script.play((entry, really) -> {
                if (left[0]-- > 0) {
                    return really.get();
                }
                broker.script.playNormally();
                return AppendResult.of(
                        AppendResult.Kind.ABANDONED,
                        fate == Fate.CUT_OFF_AFTER
                                ? "cut off after " + really.get().kind()
                                : "cut off before");
            });
        }
        CommitOutcome outcome;
        try {
            outcome = step.get();
        } catch (BrokerException e) {
            outcome = new CommitOutcome.Unknown(String.valueOf(e.getMessage()));
        }
        if (fate == Fate.NORMAL) {
            settle();
        } else {
            settleUnlessCut();
        }
        happened("done under " + fate + ": " + outcome);
        if (fate != Fate.NORMAL && !broker.script.playsNormally()) {
            // Nothing was written that could have had that fate.
            broker.script.playNormally();
            fate = Fate.NORMAL;
        }
        if (fate == Fate.NORMAL) {
            assertThat(outcome).isInstanceOf(CommitOutcome.Stored.class);
        }
    }

    private void settleUnlessCut() {
        try {
            settle();
        } catch (BrokerException e) {
            happened("cut off meanwhile: " + e.getMessage());
        }
    }

    void awaitRecovery() {
        if (fate != Fate.NORMAL) {
            broker.awaitServing();
        }
    }

    /** After the model knows what was on disk. */
    void lostMemoryIfCut() {
        if (fate != Fate.NORMAL) {
            lostMemory();
        }
    }

    void lostMemory() {
        endpoints.forEach(on -> on.crash(marking));
        hands.clear();
        consumers.forEach(Consumer::bind);
        settle();
        broker.duties.runAll();
        settle();
    }

    /** Waits until the engine has done what it does by itself. */
    void settle() {
        try {
            do {
                broker.awaitCommitter();
            } while (broker.duties.awaitIdle());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- what the engine has ----

    /** An endpoint as the engine's state has it. */
    private record Seen(
            EndpointReplay replay,
            Set<Long> live,
            Set<Long> setAside,
            Set<Long> heldBack,
            long liveBytes,
            long heldBytes) {
        static Seen of(EndpointState on) {
            Set<Long> live = new TreeSet<>();
            Set<Long> setAside = new TreeSet<>();
            Set<Long> heldBack = new TreeSet<>();
            on.forEach((lane, msgId) -> live.add(msgId));
            for (int generation : on.publishedGenerations()) {
                on.forEach(generation, (lane, msgId) -> {
                    if (on.isSetAside(generation, msgId)) {
                        setAside.add(msgId);
                    }
                });
            }
            if (on.replay().state().holdsBack()) {
                on.forEach(on.lastGeneration(), (lane, msgId) -> heldBack.add(msgId));
            }
            return new Seen(on.replay(), live, setAside, heldBack, on.sizeBytes(), on.heldBackBytes());
        }
    }

    /** Brings the model to where the engine's replays are by themselves, and compares. */
    void observe() {
        settle();
        VpnCore core = broker.core();
        Map<Long, Seen> seen = new TreeMap<>();
        long[] sums = core.atBoundary(state -> {
            state.endpoints().forEach(on -> seen.put(on.id(), Seen.of(on)));
            return new long[] {state.spooledMessages(), state.spooledBytes()};
        });
        for (NaiveEndpoint on : endpoints) {
            observe(on, Objects.requireNonNull(seen.get(on.endpointId)));
        }
        assertThat(sums[0])
                .as("messages of the VPN")
                .isEqualTo(endpoints.stream()
                        .mapToLong(on -> on.live.size() + on.heldBack.size())
                        .sum());
        assertThat(sums[1])
                .as("bytes of the VPN")
                .isEqualTo(endpoints.stream()
                        .mapToLong(on -> bytes(on.live) + bytes(on.heldBack))
                        .sum());
    }

    private void observe(NaiveEndpoint on, Seen seen) {
        EndpointReplay replay = seen.replay();
        String before = on.toString();
        if (on.state.holdsBack()) {
            assertThat(replay.cursorMsgId()).as("cursor of %s", on).isBetween(on.cursorMsgId, on.throughMsgId);
            on.fed(replay.cursorMsgId(), log, now());
            if (replay.state() == ReplayState.ACTIVE) {
                on.state = ReplayState.ACTIVE;
            } else if (replay.state() == ReplayState.FAILED) {
                assertThat(replay.failure()).isEqualTo(ReplayFailure.MESSAGE_UNAVAILABLE);
                assertThat(trimmedThroughMsgId).as("failed: %s", on).isGreaterThan(on.cursorMsgId);
                on.fail();
            } else if (!replay.state().holdsBack()) {
                assertThat(replay.cursorMsgId()).as("joined: %s", on).isEqualTo(on.throughMsgId);
                on.join();
            }
        }
        on.live.values().stream()
                .filter(item -> item.isExpired(now())
                        && item.hand == null
                        && item.branch == null
                        && !seen.live().contains(item.message.msgId()))
                .toList()
                .forEach(on::gone);
        on.completeIfDone();
        String what = "%s,%n before %s,%n seen %s".formatted(on, before, seen);
        assertThat(seen.live()).as("live on " + what).isEqualTo(on.live.keySet());
        assertThat(seen.setAside()).as("set aside of " + what).isEqualTo(on.setAside.keySet());
        assertThat(seen.heldBack()).as("held back of " + what).isEqualTo(on.heldBack.keySet());
        assertThat(seen.liveBytes()).as("bytes of " + what).isEqualTo(bytes(on.live));
        assertThat(seen.heldBytes()).as("bytes held back of " + what).isEqualTo(bytes(on.heldBack));
        ReplayStatus status = broker.administration.replays().status(on.kind, on.name);
        assertThat(status.state()).as("state of " + what).isEqualTo(on.state);
        assertThat(List.of(status.startCount(), status.successCount(), status.failureCount()))
                .as("counts of " + what)
                .containsExactly(on.starts, on.successes, on.failures);
        if (!on.lastValue) {
            assertThat(status.replayedTxMsgs()).as("replayed by " + what).isEqualTo(on.fed);
        }
        assertThat(status.heldBackMsgs()).isEqualTo(on.heldBack.size());
        assertThat(status.setAsideMsgs()).isEqualTo(on.setAside.size());
    }

    private static long bytes(Map<Long, Item> items) {
        return items.values().stream()
                .mapToLong(item -> item.message.sizeBytes())
                .sum();
    }

    static CommitOutcome done() {
        return new CommitOutcome.Stored(0, 0);
    }

    static WorkUnit acknowledging(List<Hand> taken) {
        WorkUnit unit = new WorkUnit();
        taken.forEach(hand -> unit.acknowledge(hand.delivery));
        return unit;
    }
}
