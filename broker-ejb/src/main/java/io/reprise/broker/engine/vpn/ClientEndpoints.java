package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Optional;

/**
 * The durable endpoints of a VPN as far as one client may make, change and delete them [spec 5.4]: it makes them for topics that it may
 * subscribe to and owns what it made; of others' it may what they permit. Thread-safe.
 */
final class ClientEndpoints implements EndpointAdministration {
    private final EndpointAdministration all;
    private final VpnLife life;
    private final ClientAccess access;

    ClientEndpoints(EndpointAdministration all, VpnLife life, ClientAccess access) {
        this.all = all;
        this.life = life;
        this.access = access;
    }

    private EndpointDirectory directory() {
        return life.tenure().core().directory();
    }

    private void require(EndpointKind kind, String name, Permission wanted) {
        VpnCore core = life.tenure().core();
        access.requirePermission(core.directory(), EndpointChanges.require(core, kind, name), wanted);
    }

    @Override
    public EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {
        access.requireConnect(directory());
        subscriptions.forEach(this::requireSubscribe);
        return all.createEndpoint(kind, name, owned(settings), subscriptions);
    }

    private void requireSubscribe(TopicFilter filter) {
        if (!filter.isException()) {
            access.requireSubscribe(directory(), filter);
        }
    }

    private EndpointSettings owned(EndpointSettings settings) {
        return settings.with(EndpointAttributes.OWNER, access.client().username());
    }

    @Override
    public EndpointView changeEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, long expectedVersion) {
        require(kind, name, Permission.MODIFY_TOPIC);
        VpnCore core = life.tenure().core();
        EndpointConfig there = EndpointChanges.require(core, kind, name);
        if (!differsBySelectorAlone(there.settings(), settings)) {
            access.requireOwner(core.directory(), there);
        }
        return all.changeEndpoint(kind, name, settings, expectedVersion);
    }

    /** By that and its topic a topic endpoint is another subscription. */
    private static boolean differsBySelectorAlone(EndpointSettings there, EndpointSettings wanted) {
        return there.kind() == EndpointKind.TOPIC_ENDPOINT
                ? there.with(EndpointAttributes.SELECTOR, wanted.selector()).equals(wanted)
                : there.equals(wanted);
    }

    @Override
    public void deleteEndpoint(EndpointKind kind, String name, long expectedVersion) {
        require(kind, name, Permission.DELETE);
        all.deleteEndpoint(kind, name, expectedVersion);
    }

    @Override
    public Optional<EndpointView> endpoint(EndpointKind kind, String name) {
        access.requireConnect(directory());
        return all.endpoint(kind, name);
    }

    @Override
    public void addSubscription(EndpointKind kind, String name, TopicFilter filter) {
        require(kind, name, Permission.MODIFY_TOPIC);
        requireSubscribe(filter);
        all.addSubscription(kind, name, filter);
    }

    @Override
    public long purge(EndpointKind kind, String name) {
        require(kind, name, Permission.CONSUME);
        return all.purge(kind, name);
    }

    @Override
    public EndpointStatistics endpointStatistics(EndpointKind kind, String name) {
        require(kind, name, Permission.READ_ONLY);
        return all.endpointStatistics(kind, name);
    }
}
