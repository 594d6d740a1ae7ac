package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.PendingReplay;
import io.reprise.broker.engine.commit.ReplayOrder;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.ReplayLink;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.replay.LogReader;
import io.reprise.broker.engine.replay.ReplayCounting;
import io.reprise.broker.engine.replay.ReplayLocator;
import io.reprise.broker.engine.state.EndpointFigures;
import io.reprise.broker.engine.state.EndpointReplay;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayPreview;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import io.reprise.broker.model.replay.Replays;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The replays of a VPN's endpoints, for administrators and, by their flows, for clients [spec 2]. Thread-safe. */
final class EngineReplays implements Replays, ReplayLink.Desk {
    private static final int MAX_REPLAY_ID = 200;

    private final VpnLife life;
    private final InstantSource clock;
    /** Starts refused since the broker started, by endpoint. */
    private final Map<Long, LongAdder> refused = new ConcurrentHashMap<>();

    EngineReplays(VpnLife life, InstantSource clock) {
        this.life = life;
        this.clock = clock;
    }

    /** What a call works with: of the core that serves now. */
    private record Work(VpnCore core, LogReader log, ReplayLocator locator) {}

    private Work work() {
        Tenure tenure = life.tenure();
        VpnCore core = tenure.core();
        LogReader log = new LogReader(core.store(), core.entries());
        return new Work(
                core,
                log,
                new ReplayLocator(
                        log, tenure.originBits(), clock, () -> core.figures().lastMsgId()));
    }

    @Override
    public ReplayRange start(EndpointKind kind, String endpointName, ReplayRequest request) {
        Work work = work();
        return start(work, EndpointChanges.require(work.core(), kind, endpointName), "", request)
                .orElseThrow();
    }

    @Override
    public Optional<ReplayRange> start(EndpointConfig endpoint, String replayId, ReplayRequest request) {
        if (replayId.isBlank() || replayId.length() > MAX_REPLAY_ID) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "replayId of a replay of " + endpoint.label(),
                    "'" + replayId + "'",
                    "1–" + MAX_REPLAY_ID + " characters, by which the request is known when it comes again");
        }
        // An accepted one does nothing, whatever has become of its start since.
        return isSpent(endpoint, replayId) ? Optional.empty() : start(work(), endpoint, replayId, request);
    }

    private Optional<ReplayRange> start(Work work, EndpointConfig endpoint, String replayId, ReplayRequest request) {
        VpnCore core = work.core();
        PendingReplay pending;
        try {
            ReplayOrder order = work.locator().locate(core.directory().replayLog(), endpoint, replayId, request);
            pending = core.startReplay(order);
            pending.await().orThrow();
        } catch (BrokerException e) {
            refused.computeIfAbsent(endpoint.id(), none -> new LongAdder()).increment();
            throw e;
        }
        if (pending.wasSpent()) {
            return Optional.empty();
        }
        EndpointReplay started = standing(core, endpoint).replay();
        return Optional.of(work.locator().range(started.fromMsgId(), started.throughMsgId()));
    }

    @Override
    public boolean isSpent(EndpointConfig endpoint, String replayId) {
        return standing(life.tenure().core(), endpoint).replay().spentIds().contains(replayId);
    }

    @Override
    public ReplayPreview preview(EndpointKind kind, String endpointName, ReplayRequest request) {
        Work work = work();
        VpnCore core = work.core();
        EndpointConfig endpoint = EndpointChanges.require(core, kind, endpointName);
        ReplayLogConfig config = core.directory().replayLog();
        ReplayOrder order = work.locator().locate(config, endpoint, "", request);
        if (endpoint.settings().partitionCount() > 0) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_PARTITIONED_QUEUE,
                    "replay of " + endpoint.label(),
                    "partitionCount=" + endpoint.settings().partitionCount(),
                    "0");
        }
        return new ReplayCounting(core, work.log(), work.locator())
                .preview(endpoint, order, config != null && config.settings().topicFilterEnabled());
    }

    @Override
    public void cancel(EndpointKind kind, String endpointName) {
        VpnCore core = life.tenure().core();
        EndpointConfig endpoint = EndpointChanges.require(core, kind, endpointName);
        CommitOutcome outcome =
                core.endReplay(endpoint.id(), 0, ReplayFailure.CANCELLED).await();
        if (outcome instanceof CommitOutcome.Rejected rejected && rejected.code() == ErrorCode.REPLAY_NOT_RUNNING) {
            throw new BrokerException(ErrorCode.REPLAY_NOT_RUNNING, "no replay of " + endpoint.label() + " runs");
        }
        outcome.orThrow();
    }

    /** What the last entry left of an endpoint's replay. */
    private static EndpointFigures standing(VpnCore core, EndpointConfig endpoint) {
        EndpointDispatch dispatch = core.dispatch().endpoint(endpoint.id());
        return dispatch == null ? EndpointFigures.NONE : dispatch.durable();
    }

    @Override
    public ReplayStatus status(EndpointKind kind, String endpointName) {
        Work work = work();
        EndpointConfig endpoint = EndpointChanges.require(work.core(), kind, endpointName);
        EndpointFigures standing = standing(work.core(), endpoint);
        EndpointReplay replay = standing.replay();
        long remaining = replay.state().holdsBack() ? work.log().count(replay.cursorMsgId(), replay.throughMsgId()) : 0;
        return new ReplayStatus(
                replay.state(),
                replay.starts(),
                replay.successes(),
                replay.failures(),
                Optional.ofNullable(refused.get(endpoint.id()))
                        .map(LongAdder::sum)
                        .orElse(0L),
                replay.fedMsgs(),
                replay.fedMsgs() - standing.replayedMessages(),
                replay.startedMillis(),
                replay.completedMillis(),
                replay.failedMillis(),
                replay.failure(),
                replay.fedMillis(),
                replay.cursorMsgId(),
                replay.throughMsgId(),
                remaining,
                estimatedEndMillis(work, replay, remaining),
                standing.heldBackMessages(),
                standing.setAsideMessages());
    }

    /** As if what is left took as long, message by message, as what is done. */
    private long estimatedEndMillis(Work work, EndpointReplay replay, long remaining) {
        long done =
                replay.state() == ReplayState.ACTIVE ? work.log().count(replay.fromMsgId(), replay.cursorMsgId()) : 0;
        long nowMillis = clock.millis();
        return done == 0 ? 0 : nowMillis + Math.max(0, nowMillis - replay.startedMillis()) * remaining / done;
    }

    @Override
    public Map<ReplayState, Integer> counts() {
        Tenure tenure = life.tenureOrNull();
        return tenure == null ? Map.of() : tenure.core().figures().replays();
    }

    @Override
    public ReplicationGroupMsgId copy(ReplicationGroupMsgId id, EndpointKind kind, String endpointName) {
        Work work = work();
        EndpointConfig endpoint = EndpointChanges.require(work.core(), kind, endpointName);
        MessageSlot logged = work.locator().logged(id);
        CommitOutcome outcome = work.core().copy(logged, endpoint.id()).await();
        outcome.orThrow();
        long msgId = ((CommitOutcome.Stored) outcome).firstMsgId();
        return new ReplicationGroupMsgId(id.origin(), msgId);
    }
}
