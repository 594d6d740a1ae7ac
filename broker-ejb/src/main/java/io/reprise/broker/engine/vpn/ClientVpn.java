package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.delivery.TemporaryRequest.SharedSubscription;
import io.reprise.broker.model.delivery.TemporaryRequest.Subscription;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.List;
import java.util.function.Predicate;
import javax.transaction.xa.Xid;

/** A VPN as one client sees it: what it may not is refused, all else is the VPN's. Thread-safe; holds no state but the client's rules. */
final class ClientVpn implements MessageVpn {
    private final EngineVpn vpn;
    private final VpnLife life;
    private final ClientAccess access;

    ClientVpn(EngineVpn vpn, VpnLife life, ClientAccess access) {
        this.vpn = vpn;
        this.life = life;
        this.access = access;
    }

    /** @throws BrokerException {@code ACCESS_DENIED}; while the VPN is not served here nobody is refused, and nothing is done either */
    ClientVpn connected() {
        Tenure tenure = life.tenureOrNull();
        if (tenure != null) {
            access.requireConnect(tenure.core().directory());
        }
        return this;
    }

    @Override
    public String name() {
        return vpn.name();
    }

    @Override
    public MessageVpn named(String clientName) {
        return new ClientVpn(vpn.client(clientName, access.client().username()), life, access);
    }

    @Override
    public CommitOutcome commit(WorkUnit unit) {
        return submit(unit).await();
    }

    @Override
    public PendingOutcome submit(WorkUnit unit) {
        PublishRight right;
        try {
            right = requirePublishes(unit);
        } catch (BrokerException e) {
            return vpn.refused(unit, e);
        }
        return vpn.submit(unit, right);
    }

    @Override
    public PendingOutcome fail(Delivery delivery) {
        return vpn.fail(delivery);
    }

    @Override
    public PendingOutcome reject(Delivery delivery) {
        return vpn.reject(delivery);
    }

    @Override
    public CommitOutcome prepare(Xid xid, WorkUnit unit) {
        PublishRight right;
        try {
            right = requirePublishes(unit);
        } catch (BrokerException e) {
            return vpn.refused(unit, e).await();
        }
        return vpn.prepare(xid, unit, right);
    }

    private PublishRight requirePublishes(WorkUnit unit) {
        if (unit.publishes().isEmpty()) {
            return PublishRight.UNBOUND;
        }
        EndpointDirectory directory = directory();
        PublishRight right = access.publishRight(directory);
        unit.publishes().forEach(message -> access.requireSend(directory, message.topic()));
        return right;
    }

    private EndpointDirectory directory() {
        return life.tenure().core().directory();
    }

    @Override
    public CommitOutcome commitPrepared(Xid xid) {
        return vpn.commitPrepared(xid);
    }

    @Override
    public CommitOutcome rollbackPrepared(Xid xid) {
        return vpn.rollbackPrepared(xid);
    }

    @Override
    public List<Xid> preparedBranches() {
        return vpn.preparedBranches();
    }

    @Override
    public Flow bind(BindRequest request) {
        Runnable check = () -> {
            requirePermission(request.kind(), request.endpointName(), Permission.CONSUME);
            requireSubscribe(request.topics());
        };
        check.run();
        Flow flow = vpn.bind(request);
        try {
            // Who serves the VPN now serves the flow, or it is over; a right taken away before this is seen by it.
            if (flow instanceof Revocable revocable) {
                life.tenure().access().watch(revocable, check);
            }
            check.run();
            return new ClientFlow(flow, check);
        } catch (RuntimeException lost) {
            flow.close();
            throw lost;
        }
    }

    private void requireSubscribe(List<TopicFilter> topics) {
        EndpointDirectory directory = directory();
        topics.stream()
                .filter(topic -> !topic.isException())
                .forEach(topic -> access.requireSubscribe(directory, topic));
    }

    @Override
    public TemporaryEndpoint createTemporary(TemporaryRequest request) {
        EndpointDirectory directory = directory();
        access.requireConnect(directory);
        if (request instanceof Subscription own) {
            access.requireSubscribe(directory, own.topic());
        } else if (request instanceof SharedSubscription shared) {
            access.requireSubscribe(directory, shared.topic());
        }
        return vpn.createTemporary(request);
    }

    @Override
    public Browse browse(EndpointKind kind, String endpointName, String selector) {
        requirePermission(kind, endpointName, Permission.READ_ONLY);
        Browse browse = vpn.browse(kind, endpointName, selector);
        return () -> {
            if (directory().byName(kind, endpointName) == null) {
                return null;
            }
            requirePermission(kind, endpointName, Permission.READ_ONLY);
            return browse.next();
        };
    }

    @Override
    public Message requirePublish(Message message) {
        access.requireSend(directory(), message.topic());
        return message.of(access.client().username());
    }

    @Override
    public void requirePermission(EndpointKind kind, String endpointName, Permission wanted) {
        VpnCore core = life.tenure().core();
        EndpointConfig endpoint = EndpointChanges.require(core, kind, endpointName);
        access.requirePermission(core.directory(), endpoint, wanted);
        if (endpoint.isTemporary()) {
            // It was made for topics that its owner might subscribe to.
            requireSubscribe(List.copyOf(endpoint.subscriptions()));
        }
    }

    @Override
    public Predicate<Message> selector(String selector) {
        return vpn.selector(selector);
    }

    @Override
    public EndpointAdministration endpoints() {
        return new ClientEndpoints(vpn.endpoints(), life, access);
    }

    @Override
    public LiveSubjects live() {
        return new ClientLive(vpn.live(), life, access);
    }
}
