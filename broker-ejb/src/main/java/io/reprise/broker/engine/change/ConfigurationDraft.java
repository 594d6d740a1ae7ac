package io.reprise.broker.engine.change;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.store.Vpn;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A VPN's configuration as a change will leave it, while that is worked out: what there is, and over it what is different. Steps ask it
 * and put into it; what can be judged by the outcome alone is checked when all steps are done, so that their order does not matter.
 * Nothing of it is to be seen outside before {@link #plan} is written. Used once, by the committer's thread [LOG.md L6].
 */
public final class ConfigurationDraft {
    private final String vpn;
    private final EndpointDirectory directory;
    private final RoutingTable routing;
    private final VpnState state;
    private final long nowMillis;
    private final Map<EndpointKey, Difference<EndpointConfig>> endpoints = new LinkedHashMap<>();
    private final DraftObjects objects;
    private final List<Runnable> checks = new ArrayList<>();
    private long nextEndpointId;
    private @Nullable VpnConfig changedVpn;
    private @Nullable Difference<ReplayLogConfig> log;

    private record EndpointKey(EndpointKind kind, String name) {}

    private ConfigurationDraft(
            String vpn, EndpointDirectory directory, RoutingTable routing, VpnState state, long nowMillis) {
        this.vpn = vpn;
        this.directory = directory;
        this.routing = routing;
        this.state = state;
        this.nowMillis = nowMillis;
        this.objects = new DraftObjects(vpn, directory.objects());
        this.nextEndpointId = state.nextEndpointId();
    }

    /** Over what a VPN is now. */
    public static ConfigurationDraft of(VpnCore core, VpnState state, InstantSource clock) {
        return new ConfigurationDraft(core.store().vpn(), core.directory(), core.routing(), state, clock.millis());
    }

    /** Over what a VPN begins with, for one that is not there yet; for its checks alone, on any thread. */
    public static ConfigurationDraft ofNewVpn(String vpn, InstantSource clock) {
        EndpointDirectory directory = new EndpointDirectory();
        long now = clock.millis();
        directory.put(VpnConfig.of(new Vpn(vpn, 0, now, 0, "{}", 1)));
        directory.put(new EndpointConfig(
                Long.MAX_VALUE,
                EndpointKind.QUEUE,
                DeadMessageQueues.DEFAULT,
                DeadMessageQueues.defaultSettings(),
                1,
                now,
                List.of()));
        ObjectReferences.permanent(now).forEach(directory.objects()::put);
        return new ConfigurationDraft(vpn, directory, new RoutingTable(), new VpnState(), now);
    }

    /** Puts a change of one step to the committer and waits until it is on disk; what is refused is thrown. */
    public static void commit(VpnCore core, InstantSource clock, Consumer<ConfigurationDraft> step) {
        core.configure(state -> {
                    ConfigurationDraft draft = of(core, state, clock);
                    step.accept(draft);
                    return draft.plan(core);
                })
                .await()
                .orThrow();
    }

    /** The same, answered with what that change made, whatever others make of it meanwhile. */
    public static <T> T committed(VpnCore core, InstantSource clock, Function<ConfigurationDraft, T> step) {
        AtomicReference<@Nullable T> made = new AtomicReference<>();
        commit(core, clock, draft -> made.set(step.apply(draft)));
        return Objects.requireNonNull(made.get());
    }

    String vpn() {
        return vpn;
    }

    long nowMillis() {
        return nowMillis;
    }

    /** What there is on disk. */
    EndpointDirectory directory() {
        return directory;
    }

    /** How many messages there are, and what state replays are in. */
    VpnState state() {
        return state;
    }

    DraftObjects objects() {
        return objects;
    }

    /** The endpoint of that name as it will be; the default dead message queue has two. */
    @Nullable
    EndpointConfig endpoint(EndpointKind kind, String name) {
        boolean undelivered = kind == EndpointKind.QUEUE && name.equals(EndpointName.UNDELIVERED);
        Difference<EndpointConfig> difference =
                endpoints.get(new EndpointKey(kind, undelivered ? DeadMessageQueues.DEFAULT : name));
        return difference == null ? directory.byName(kind, name) : difference.after();
    }

    /** What is on an endpoint that there is; null if nothing can be. */
    @Nullable
    EndpointState messages(EndpointConfig endpoint) {
        return state.endpoint(endpoint.id());
    }

    long newEndpointId() {
        return nextEndpointId++;
    }

    void put(EndpointConfig after) {
        EndpointKey key = new EndpointKey(after.kind(), after.name());
        endpoints.merge(key, new Difference<>(directory.byId(after.id()), after), (old, changed) -> old.to(after));
    }

    /** It need not be in the directory: what an end has left is not. */
    void remove(EndpointConfig gone) {
        endpoints.put(new EndpointKey(gone.kind(), gone.name()), new Difference<>(gone, null));
    }

    @Nullable
    ReplayLogConfig replayLog() {
        return log == null ? directory.replayLog() : log.after();
    }

    void putReplayLog(@Nullable ReplayLogConfig after) {
        log = new Difference<>(directory.replayLog(), after);
    }

    VpnConfig vpnConfig() {
        return Objects.requireNonNullElse(changedVpn, directory.vpn());
    }

    void put(VpnConfig after) {
        changedVpn = after;
    }

    /** To be run when all steps are done; throws {@link BrokerException}. */
    void check(Runnable check) {
        checks.add(check);
    }

    /** What the outcome breaks of the rules; empty if nothing. */
    List<BrokerException> problems() {
        List<BrokerException> problems = new ArrayList<>();
        List<Runnable> all = new ArrayList<>(checks);
        all.add(this::requireRoomForSubscriptions);
        for (Runnable check : all) {
            try {
                check.run();
            } catch (BrokerException refusal) {
                problems.add(refusal);
            }
        }
        return problems;
    }

    private void requireRoomForSubscriptions() {
        int more = 0;
        for (Difference<EndpointConfig> each : endpoints.values()) {
            more += subscriptions(each.after()) - subscriptions(each.before());
        }
        if (more > 0) {
            routing.requireRoomFor(more);
        }
    }

    private static int subscriptions(@Nullable EndpointConfig endpoint) {
        return endpoint == null ? 0 : endpoint.subscriptions().size();
    }

    /** About how many rows it writes. */
    int rows() {
        int rows = objects.rows();
        for (Difference<EndpointConfig> each : endpoints.values()) {
            rows += 1 + Math.abs(subscriptions(each.after()) - subscriptions(each.before()));
        }
        return rows;
    }

    /**
     * The change as it will be written.
     *
     * @throws BrokerException the first of its {@link #problems}
     */
    public ConfigurationPlan plan(VpnCore core) {
        problems().stream().findFirst().ifPresent(problem -> {
            throw problem;
        });
        List<ConfigurationPlan> parts = new ArrayList<>();
        VpnConfig vpnAfter = changedVpn;
        if (vpnAfter != null) {
            parts.add(new ConfigurationPlan(
                    List.of(), writes -> writes.update(vpnAfter.row()), () -> directory.put(vpnAfter)));
        }
        if (log != null) {
            parts.add(new ReplayLogDifference(vpn, directory).plan(log, state, nowMillis));
        }
        EndpointDifference differing = new EndpointDifference(core);
        endpoints.values().forEach(each -> parts.add(differing.plan(each, state, nowMillis)));
        if (!endpoints.isEmpty()) {
            parts.add(new ConfigurationPlan(
                    List.of(), writes -> {}, () -> core.dispatch().releaseHeld()));
        }
        parts.add(objects.plan());
        return ConfigurationPlan.all(parts);
    }
}
