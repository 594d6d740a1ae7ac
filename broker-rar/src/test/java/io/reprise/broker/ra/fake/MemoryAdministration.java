package io.reprise.broker.ra.fake;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Endpoints of a VPN in memory; what activations don't use is refused. */
final class MemoryAdministration implements VpnAdministration {
    private final MemoryVpn vpn;

    MemoryAdministration(MemoryVpn vpn) {
        this.vpn = vpn;
    }

    @Override
    public String vpnName() {
        return vpn.name();
    }

    @Override
    public VpnView vpn() {
        throw new UnsupportedOperationException();
    }

    @Override
    public VpnView changeVpn(VpnSettings settings, long expectedVersion) {
        throw new UnsupportedOperationException();
    }

    @Override
    public EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        if (endpoint(kind, name).isPresent()) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, kind.text() + " '" + name + "' exists");
        }
        EndpointView view = new EndpointView(kind, name, settings, subscriptions, 1);
        vpn.create(view);
        return view;
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String name) {
        return Optional.ofNullable(vpn.endpoint(kind, name)).map(MemoryEndpoint::view);
    }

    @Override
    public void addSubscription(EndpointKind kind, String name, TopicFilter filter) {
        MemoryEndpoint endpoint = required(vpn.endpoint(kind, name), name);
        EndpointView before = endpoint.view();
        List<TopicFilter> all = new ArrayList<>(before.subscriptions());
        all.add(filter);
        endpoint.describe(new EndpointView(kind, name, before.settings(), all, before.version() + 1));
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        MemoryEndpoint endpoint = required(vpn.endpoint(kind, name), name);
        EndpointView before = endpoint.view();
        endpoint.describe(new EndpointView(kind, name, settings, before.subscriptions(), before.version() + 1));
        return endpoint.view();
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String name, long expectedVersion) {
        required(vpn.remove(kind, name), name).end("endpoint deleted");
    }

    @Override
    public List<EndpointView> endpoints(EndpointKind kind, String afterName, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int endpointCount(EndpointKind kind) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void removeSubscription(EndpointKind kind, String name, TopicFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public EndpointMessages messages(EndpointKind kind, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long purge(EndpointKind kind, String name) {
        return required(vpn.endpoint(kind, name), name).purge();
    }

    @Override
    public VpnObjects objects() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<SnapshotView> snapshots(String afterSubject, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SnapshotView> snapshot(String subject) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Replays replays() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ReplayLogView> replayLogView() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReplayLogView createReplayLog(String name, ReplayLogSettings settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReplayLogView changeReplayLog(String name, ReplayLogSettings settings, long expectedVersion) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void deleteReplayLog(String name, long expectedVersion) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void addReplayLogFilter(String name, TopicFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void removeReplayLogFilter(String name, TopicFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReplayLog replayLog() {
        throw new UnsupportedOperationException();
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String name) {
        MemoryEndpoint endpoint = required(vpn.endpoint(kind, name), name);
        int flows = endpoint.openFlows();
        return new EndpointStatistics(
                endpoint.readyCount(), 0, 0, 0, 0, 0, 0, 0, flows, flows, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public List<FlowView> flows(EndpointKind kind, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ClientView> clients() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientView client(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<ErrorCode, Long> rejections() {
        throw new UnsupportedOperationException();
    }

    @Override
    public VpnStatistics statistics() {
        throw new UnsupportedOperationException();
    }

    private static MemoryEndpoint required(@Nullable MemoryEndpoint endpoint, String name) {
        if (endpoint == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "endpoint '" + name + "' does not exist");
        }
        return endpoint;
    }
}
