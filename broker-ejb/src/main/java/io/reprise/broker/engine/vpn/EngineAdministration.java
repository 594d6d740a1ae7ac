package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.ConfigurationDraft;
import io.reprise.broker.engine.change.VpnSteps;
import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.DispatchCounters;
import io.reprise.broker.engine.deliver.DispatchFigures;
import io.reprise.broker.engine.deliver.DispatchTotals;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.metrics.ReplayLogFigures;
import io.reprise.broker.engine.state.EndpointFigures;
import io.reprise.broker.engine.state.VpnFigures;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.Replays;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A VPN as administrators see it. Thread-safe; reads go to concurrent maps, changes through the committer [LOG.md L6]. */
final class EngineAdministration implements VpnAdministration {
    private final VpnLife life;
    private final Function<String, VpnView> stored;
    private final InstantSource clock;

    /** @param stored a VPN as the database has it, for while nobody serves it here */
    EngineAdministration(VpnLife life, Function<String, VpnView> stored, InstantSource clock) {
        this.life = life;
        this.stored = stored;
        this.clock = clock;
    }

    private VpnCore core() {
        return life.tenure().core();
    }

    private EndpointChanges changes() {
        VpnCore core = core();
        return new EndpointChanges(core, clock);
    }

    @Override
    public String vpnName() {
        return life.vpn();
    }

    @Override
    public VpnView vpn() {
        Tenure tenure = life.tenureOrNull();
        return tenure == null
                ? stored.apply(life.vpn())
                : tenure.core().directory().vpn().view();
    }

    @Override
    public VpnView changeVpn(VpnSettings settings, long expectedVersion) {
        return ConfigurationDraft.committed(
                        core(), clock, draft -> new VpnSteps(draft).change(settings, expectedVersion))
                .view();
    }

    @Override
    public EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        return changes().create(kind, name, settings, subscriptions).view();
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        return changes().change(kind, name, settings, expectedVersion).view();
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String name, long expectedVersion) {
        changes().delete(kind, name, expectedVersion);
    }

    @Override
    public void addSubscription(EndpointKind kind, String name, TopicFilter filter) {
        changes().subscribe(kind, name, filter);
    }

    @Override
    public void removeSubscription(EndpointKind kind, String name, TopicFilter filter) {
        changes().unsubscribe(kind, name, filter);
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String name) {
        return Optional.ofNullable(core().directory().byName(kind, name)).map(EndpointConfig::view);
    }

    @Override
    public List<EndpointView> endpoints(EndpointKind kind, String afterName, int limit) {
        return core().directory().page(kind, afterName, limit).stream()
                .map(EndpointConfig::view)
                .toList();
    }

    @Override
    public int endpointCount(EndpointKind kind) {
        return core().directory().count(kind);
    }

    @Override
    public EndpointMessages messages(EndpointKind kind, String name) {
        return new EngineMessages(life, kind, name);
    }

    @Override
    public VpnObjects objects() {
        return new EngineObjects(life, clock);
    }

    @Override
    public List<SnapshotView> snapshots(String afterSubject, int limit) {
        return life.tenure().live().snapshots(afterSubject, limit);
    }

    @Override
    public Optional<SnapshotView> snapshot(String subject) {
        return life.tenure().live().snapshotView(subject);
    }

    @Override
    public Replays replays() {
        return life.replays();
    }

    @Override
    public Optional<ReplayLogView> replayLogView() {
        return Optional.ofNullable(core().directory().replayLog()).map(ReplayLogConfig::view);
    }

    private ReplayLogChanges replayLogChanges() {
        return new ReplayLogChanges(core(), clock);
    }

    @Override
    public ReplayLogView createReplayLog(String name, ReplayLogSettings settings) {
        return replayLogChanges().create(name, settings).view();
    }

    @Override
    public ReplayLogView changeReplayLog(String name, ReplayLogSettings settings, long expectedVersion) {
        return replayLogChanges().change(name, settings, expectedVersion).view();
    }

    @Override
    public void deleteReplayLog(String name, long expectedVersion) {
        replayLogChanges().delete(name, expectedVersion);
    }

    @Override
    public void addReplayLogFilter(String name, TopicFilter filter) {
        replayLogChanges().addFilter(name, filter);
    }

    @Override
    public void removeReplayLogFilter(String name, TopicFilter filter) {
        replayLogChanges().removeFilter(name, filter);
    }

    /** Empty if the VPN has no replay log, or is not served here now. */
    Optional<ReplayLogFigures> replayLogFigures() {
        try {
            return replayLogView()
                    .map(view -> new ReplayLogFigures(
                            replayLog().status(), view.settings().maxSpoolBytes()));
        } catch (BrokerException notNow) {
            return Optional.empty();
        }
    }

    @Override
    public ReplayLog replayLog() {
        return new EngineReplayLog(life, clock);
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String name) {
        VpnCore core = core();
        EndpointConfig endpoint = EndpointChanges.require(core, kind, name);
        EndpointDispatch dispatch = EngineMessages.dispatch(core, endpoint);
        DispatchFigures figures = dispatch.figures();
        DispatchCounters counters = figures.counters();
        EndpointFigures durable = dispatch.durable();
        return new EndpointStatistics(
                durable.messages(),
                durable.sizeBytes(),
                figures.buffered(),
                figures.inFlight(),
                figures.inDoubt(),
                durable.reservedMessages(),
                figures.delayed(),
                figures.held(),
                figures.flows(),
                figures.activeFlows(),
                counters.accepted(),
                counters.acknowledged(),
                counters.redelivered(),
                counters.expired(),
                counters.undeliverable(),
                counters.consumerRejected(),
                counters.overflowed(),
                counters.retried(),
                counters.discarded(),
                counters.rejected(),
                durable.oldestMsgId(),
                durable.newestMsgId());
    }

    @Override
    public List<FlowView> flows(EndpointKind kind, String name) {
        VpnCore core = core();
        return EngineMessages.dispatch(core, EndpointChanges.require(core, kind, name))
                .flows();
    }

    @Override
    public List<ClientView> clients() {
        return life.clients().list();
    }

    @Override
    public ClientView client(String name) {
        return life.clients().view(name);
    }

    @Override
    public Map<ErrorCode, Long> rejections() {
        return life.counters().rejections();
    }

    @Override
    public VpnStatistics statistics() {
        Tenure tenure = life.tenureOrNull();
        CommitCounters counters = life.counters();
        if (tenure == null) {
            return new VpnStatistics(
                    life.status().name(),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    counters.published(),
                    counters.rejected(),
                    counters.duplicates(),
                    counters.unrouted(),
                    counters.lost(),
                    counters.commits(),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    counters.startedReplays(),
                    counters.completedReplays(),
                    counters.failedReplays(),
                    counters.replayedMessages(),
                    counters.voidAcks(),
                    0,
                    0);
        }
        VpnFigures figures = tenure.core().figures();
        DispatchTotals totals = tenure.core().dispatch().totals();
        return new VpnStatistics(
                life.status().name(),
                tenure.store().epoch(),
                figures.lastCommitNo(),
                figures.lastMsgId(),
                tenure.durableTailFrom(),
                figures.spooledMessages(),
                figures.spooledBytes(),
                tenure.core().directory().vpn().settings().maxSpoolBytes(),
                figures.logEntries(),
                figures.preparedBranches(),
                counters.published(),
                counters.rejected(),
                counters.duplicates(),
                counters.unrouted(),
                counters.lost(),
                counters.commits(),
                totals.buffered(),
                totals.inFlight(),
                totals.inDoubt(),
                totals.delayed(),
                totals.held(),
                totals.counters().redelivered(),
                totals.counters().expired(),
                totals.counters().undeliverable(),
                totals.counters().consumerRejected(),
                totals.counters().overflowed(),
                totals.counters().retried(),
                figures.runningReplays(),
                counters.startedReplays(),
                counters.completedReplays(),
                counters.failedReplays(),
                counters.replayedMessages(),
                counters.voidAcks(),
                tenure.checkpointLagEntries(),
                tenure.core().committerBusy().toMillis());
    }
}
