package io.reprise.broker.ra.jms;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Optional;

/** What clients do to endpoints, on {@link FakeVpn}. */
final class FakeAdministration implements VpnAdministration {
    private final FakeVpn vpn;

    FakeAdministration(FakeVpn vpn) {
        this.vpn = vpn;
    }

    void createQueue(String name) {
        createEndpoint(EndpointKind.QUEUE, name, EndpointSettings.clientCreated(EndpointKind.QUEUE), List.of());
    }

    @Override
    public String vpnName() {
        return vpn.name();
    }

    @Override
    public EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        synchronized (vpn) {
            if (vpn.endpoints.containsKey(FakeVpn.key(kind, name))) {
                throw new BrokerException(ErrorCode.ALREADY_EXISTS, name);
            }
            vpn.endpoints.put(FakeVpn.key(kind, name), new FakeEndpoint(kind, name, settings, subscriptions));
        }
        return endpoint(kind, name).orElseThrow();
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String name) {
        synchronized (vpn) {
            return Optional.ofNullable(vpn.endpoints.get(FakeVpn.key(kind, name)))
                    .map(endpoint -> new EndpointView(kind, name, endpoint.settings, endpoint.subscriptions, 1));
        }
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String name) {
        FakeEndpoint removed;
        synchronized (vpn) {
            removed = vpn.endpoints.remove(FakeVpn.key(kind, name));
        }
        removed.end("endpoint deleted");
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String name) {
        FakeEndpoint endpoint = vpn.endpoints.get(FakeVpn.key(kind, name));
        int flows = endpoint.flows.size();
        return new EndpointStatistics(endpoint.waiting().size(), 0, 0, 0, 0, flows, flows, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
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
    public void addSubscription(EndpointKind kind, String name, TopicFilter filter) {
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
    public VpnStatistics statistics() {
        throw new UnsupportedOperationException();
    }
}
