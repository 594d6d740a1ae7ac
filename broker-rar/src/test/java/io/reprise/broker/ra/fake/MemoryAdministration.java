package io.reprise.broker.ra.fake;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    public EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        if (endpoint(kind, name).isPresent()) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, kind.text() + " '" + name + "' exists");
        }
        EndpointView view = new EndpointView(kind, name, settings, subscriptions, 1);
        vpn.createQueue(name).describe(view);
        return view;
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String name) {
        MemoryQueue queue = vpn.queue(name);
        return queue == null ? Optional.empty() : Optional.of(queue.view(kind, name));
    }

    @Override
    public void addSubscription(EndpointKind kind, String name, TopicFilter filter) {
        MemoryQueue queue = vpn.createQueue(name);
        EndpointView before = queue.view(kind, name);
        List<TopicFilter> all = new ArrayList<>(before.subscriptions());
        all.add(filter);
        queue.describe(new EndpointView(kind, name, before.settings(), all, before.version() + 1));
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String name) {
        throw new UnsupportedOperationException();
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
    public long purge(EndpointKind kind, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public VpnStatistics statistics() {
        throw new UnsupportedOperationException();
    }
}
