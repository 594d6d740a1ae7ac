package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.commit.EncodedMessage;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.engine.state.BranchState;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A VPN as senders and receivers see it: turns their units into operations of the core that serves it now. Thread-safe; holds
 * no state of its own.
 */
final class EngineVpn implements MessageVpn {
    private final VpnLife life;
    private final Executor background;
    private final EndpointAdministration endpoints;
    private final EngineLive live;
    private final ClientTally client;
    private final String username;

    /**
     * A VPN without access rules.
     *
     * @param background where uploads made in vain are deleted
     */
    EngineVpn(VpnLife life, EndpointAdministration endpoints, Executor background) {
        this(life, endpoints, background, ClientTally.NOBODY, "");
    }

    private EngineVpn(
            VpnLife life, EndpointAdministration endpoints, Executor background, ClientTally client, String username) {
        this.username = username;
        this.life = life;
        this.endpoints = endpoints;
        this.background = background;
        this.client = client;
        this.live = new EngineLive(life, client, username);
    }

    @Override
    public MessageVpn named(String clientName) {
        return client(clientName, username);
    }

    /** The same for a client who has said by what user it goes. */
    EngineVpn client(String clientName, String user) {
        return new EngineVpn(life, endpoints, background, life.clients().client(clientName, user), user);
    }

    /** The same for who goes by this user, and gives its name with what it binds and subscribes. */
    EngineVpn of(String user) {
        return new EngineVpn(life, endpoints, background, client, user);
    }

    @Override
    public String name() {
        return life.vpn();
    }

    @Override
    public CommitOutcome commit(WorkUnit unit) {
        return submit(unit).await();
    }

    @Override
    public PendingOutcome submit(WorkUnit unit) {
        return submit(unit, PublishRight.UNBOUND);
    }

    /** @param right by which its messages are published */
    PendingOutcome submit(WorkUnit unit, PublishRight right) {
        return put(
                unit,
                (core, ready) -> core.submit(
                        ready.messages(), ready.acknowledgements(), right, unit.isAnsweredAtAdmission(), client));
    }

    @Override
    public PendingOutcome fail(Delivery delivery) {
        return ((EngineDelivery) delivery).release();
    }

    @Override
    public PendingOutcome reject(Delivery delivery) {
        return ((EngineDelivery) delivery).reject();
    }

    @Override
    public CommitOutcome prepare(Xid xid, WorkUnit unit) {
        return prepare(xid, unit, PublishRight.UNBOUND);
    }

    /** @param right by which its messages are published */
    CommitOutcome prepare(Xid xid, WorkUnit unit, PublishRight right) {
        BranchId branch = BranchId.of(xid);
        return put(
                        unit,
                        (core, ready) ->
                                core.prepare(branch, ready.messages(), ready.acknowledgements(), right, client))
                .await();
    }

    /** A unit on its way into the core. */
    private record Ready(List<EncodedMessage> messages, List<EngineDelivery> acknowledgements) {}

    /** Puts a ready unit into a core. */
    private interface Entrance {
        PendingOutcome put(VpnCore core, Ready unit);
    }

    private PendingOutcome put(WorkUnit unit, Entrance entrance) {
        Tenure tenure;
        MessageEncoding encoding;
        try {
            tenure = life.tenure();
            encoding = MessageEncoding.of(unit.publishes(), tenure.store());
        } catch (BrokerException e) {
            return refused(unit, e);
        } catch (StoreUnavailableException e) {
            return refused(unit, ErrorCode.DATABASE_UNAVAILABLE, "not stored: " + e.getMessage());
        }
        PendingOutcome outcome =
                entrance.put(tenure.core(), new Ready(encoding.messages(), beginSettling(unit.acknowledgements())));
        deleteIfRejected(outcome, encoding.upload(), tenure);
        return outcome;
    }

    /** Refused before it came to the committer. */
    PendingOutcome refused(WorkUnit unit, BrokerException refusal) {
        return refused(unit, refusal.code(), String.valueOf(refusal.getMessage()));
    }

    private PendingOutcome refused(WorkUnit unit, ErrorCode code, String text) {
        int messages = unit.publishes().size();
        if (messages > 0) {
            life.counters().rejected(code, messages);
            client.refused(code, messages);
        }
        return PendingOutcome.of(new Rejected(code, text));
    }

    /** What was uploaded in vain goes at once; what a fault leaves behind goes at the next start. */
    private void deleteIfRejected(PendingOutcome outcome, @Nullable UploadRef upload, Tenure tenure) {
        if (upload != null) {
            outcome.whenSettled(background, how -> {
                if (how instanceof Rejected) {
                    tenure.store().deleteUploads(List.of(upload));
                }
            });
        }
    }

    /** Those of the deliveries that are still the consumer's; acknowledging another is void. */
    private static List<EngineDelivery> beginSettling(List<Delivery> deliveries) {
        List<EngineDelivery> result = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            if (delivery instanceof EngineDelivery own && own.beginSettling()) {
                result.add(own);
            }
        }
        return result;
    }

    @Override
    public CommitOutcome commitPrepared(Xid xid) {
        BranchId branch = BranchId.of(xid);
        return guarded(tenure -> {
            BranchState prepared = branch(tenure, branch);
            if (prepared == null) {
                return new Rejected(ErrorCode.XA_UNKNOWN_BRANCH, "no prepared branch " + branch);
            }
            PreparedBodies bodies =
                    PreparedBodies.read(prepared, tenure.store(), tenure.core().reader());
            PendingOutcome outcome = tenure.core().decide(branch, true, bodies.bodies());
            deleteIfRejected(outcome, bodies.upload(), tenure);
            CommitOutcome decided = outcome.await();
            if (decided instanceof CommitOutcome.Stored stored) {
                client.stored(stored.messages(), 0);
            }
            return decided;
        });
    }

    @Override
    public CommitOutcome rollbackPrepared(Xid xid) {
        return guarded(tenure ->
                tenure.core().decide(BranchId.of(xid), false, List.of()).await());
    }

    private static @Nullable BranchState branch(Tenure tenure, BranchId branch) {
        return tenure.core()
                .atBoundary(state -> Optional.ofNullable(state.branch(branch)))
                .orElse(null);
    }

    private CommitOutcome guarded(Function<Tenure, CommitOutcome> work) {
        try {
            return work.apply(life.tenure());
        } catch (BrokerException e) {
            return new Rejected(e.code(), String.valueOf(e.getMessage()));
        } catch (StoreUnavailableException e) {
            return new Rejected(ErrorCode.DATABASE_UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Xid> preparedBranches() {
        return life.tenure().core().atBoundary(state -> {
            List<Xid> branches = new ArrayList<>();
            state.branches().forEach(branch -> branches.add(branch.branch()));
            return branches;
        });
    }

    @Override
    public Flow bind(BindRequest request) {
        VpnCore core = life.tenure().core();
        EndpointConfig endpoint = EndpointChanges.require(core, request.kind(), request.endpointName());
        EndpointDispatch dispatch = core.dispatch().endpoint(endpoint.id());
        if (dispatch == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, endpoint.label() + " was deleted meanwhile");
        }
        return dispatch.bind(request, life.clients().client(request.clientName(), username));
    }

    @Override
    public TemporaryEndpoint createTemporary(TemporaryRequest request) {
        return life.tenure().temporaries().create(request, username);
    }

    @Override
    public Browse browse(EndpointKind kind, String endpointName, String selector) {
        Tenure tenure = life.tenure();
        EndpointConfig endpoint = EndpointChanges.require(tenure.core(), kind, endpointName);
        Selector wanted = selector.isBlank() ? null : Selector.compile(selector);
        return new EngineBrowse(tenure.core(), tenure.originBits(), endpoint.id(), wanted);
    }

    @Override
    public Predicate<Message> selector(String selector) {
        if (selector.isBlank()) {
            return message -> true;
        }
        Selector wanted = Selector.compile(selector);
        return message -> wanted.matches(message, 1);
    }

    @Override
    public Message requirePublish(Message message) {
        return message; // no rule holds here
    }

    @Override
    public void requirePermission(EndpointKind kind, String endpointName, Permission wanted) {
        EndpointChanges.require(life.tenure().core(), kind, endpointName);
    }

    @Override
    public EndpointAdministration endpoints() {
        return endpoints;
    }

    @Override
    public LiveSubjects live() {
        return live;
    }
}
