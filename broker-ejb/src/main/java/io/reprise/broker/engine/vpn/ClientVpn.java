package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.delivery.TemporaryRequest.SharedSubscription;
import io.reprise.broker.model.delivery.TemporaryRequest.Subscription;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
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
        try {
            requirePublishes(unit);
        } catch (BrokerException e) {
            return vpn.refused(unit, e);
        }
        return vpn.submit(unit);
    }

    @Override
    public CommitOutcome prepare(Xid xid, WorkUnit unit) {
        try {
            requirePublishes(unit);
        } catch (BrokerException e) {
            return vpn.refused(unit, e).await();
        }
        return vpn.prepare(xid, unit);
    }

    private void requirePublishes(WorkUnit unit) {
        if (!unit.publishes().isEmpty()) {
            EndpointDirectory directory = life.tenure().core().directory();
            for (Message message : unit.publishes()) {
                requirePublish(access, directory, message.topic());
            }
        }
    }

    /** Who was told the name of a temporary queue or topic may answer to it, whatever the rules. */
    static void requirePublish(ClientAccess access, EndpointDirectory directory, TopicName topic) {
        if (isTemporary(topic)) {
            access.requireConnect(directory);
        } else {
            access.requirePublish(directory, topic);
        }
    }

    private static boolean isTemporary(TopicName topic) {
        return TopicName.isTemporary(topic.text())
                || topic.isQueueTopic() && EndpointName.isTemporary(topic.queueName());
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
        Tenure tenure = life.tenure();
        Runnable check = () -> require(tenure, request.kind(), request.endpointName(), Permission.CONSUME);
        check.run();
        Flow flow = vpn.bind(request);
        if (flow instanceof Revocable revocable) {
            tenure.access().watch(revocable, check);
        }
        return flow;
    }

    @Override
    public TemporaryEndpoint createTemporary(TemporaryRequest request) {
        EndpointDirectory directory = life.tenure().core().directory();
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
        return vpn.browse(kind, endpointName, selector);
    }

    @Override
    public void requirePublish(TopicName topic) {
        requirePublish(access, life.tenure().core().directory(), topic);
    }

    @Override
    public void requirePermission(EndpointKind kind, String endpointName, Permission wanted) {
        require(life.tenure(), kind, endpointName, wanted);
    }

    private void require(Tenure tenure, EndpointKind kind, String name, Permission wanted) {
        EndpointDirectory directory = tenure.core().directory();
        EndpointConfig endpoint = EndpointChanges.require(tenure.core(), kind, name);
        if (!endpoint.isTemporary()) {
            access.requirePermission(directory, endpoint, wanted);
            return;
        }
        // Its name is known to its owner, and to who may subscribe to the same.
        access.requireConnect(directory);
        endpoint.subscriptions().forEach(filter -> access.requireSubscribe(directory, filter));
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
