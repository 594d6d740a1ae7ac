package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.DispatchTimer;
import io.reprise.broker.engine.deliver.Woken;
import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.engine.duty.SteadyDuty;
import io.reprise.broker.engine.state.EndpointState;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Keeps the running replays of a VPN going: each endpoint's {@link ReplayFeeder} works when it is woken, one thread at a time. Woken by
 * the commits that make room or change something, by consumers that come and go, and now and then for all, which also resumes what ran
 * before a restart. Any thread.
 */
public final class ReplayFeeders implements Duty {
    private final VpnCore core;
    private final LogReader log;
    private final Executor executor;
    private final DispatchTimer timer;
    private final InstantSource clock;
    private final Map<Long, Woken> feeders = new ConcurrentHashMap<>();

    /** @param executor where feeders work; they block for the database */
    public ReplayFeeders(VpnCore core, LogReader log, Executor executor, DispatchTimer timer, InstantSource clock) {
        this.core = core;
        this.log = log;
        this.executor = executor;
        this.timer = timer;
        this.clock = clock;
    }

    /** An endpoint's replay may go on, or has changed. Only hands over. */
    public void wake(long endpointId) {
        feeders.computeIfAbsent(endpointId, this::feeder).wake();
    }

    private Woken feeder(long endpointId) {
        ReplayFeeder feeder = new ReplayFeeder(core, log, clock, endpointId);
        String name =
                "replay of endpoint " + endpointId + " of VPN '" + core.store().vpn() + "'";
        return new Woken(executor, new SteadyDuty(name, () -> {
            long againMillis = feeder.run();
            if (againMillis > 0) {
                timer.after(againMillis, () -> wake(endpointId));
            }
        }));
    }

    @Override
    public void runOnce() {
        List<Long> running = core.atBoundary(state -> state.endpoints().stream()
                .filter(endpoint -> endpoint.replay().state().isRunning())
                .map(EndpointState::id)
                .toList());
        feeders.keySet().retainAll(running);
        running.forEach(this::wake);
    }
}
