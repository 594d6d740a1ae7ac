package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.selector.Selector;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.RedeliveryPolicy;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A consumer bound to an endpoint. Thread-safe: what it holds in flight is guarded by its {@link DispatchMonitor}, its end
 * by volatile fields.
 */
final class EngineFlow implements Flow, Revocable {
    private final EndpointDispatch dispatch;
    private final BindRequest request;
    private final ClientTally client;
    /** Null for one that wants all messages. Guarded by the dispatch. */
    private final @Nullable SelectorScan scan;

    private final List<EngineSession> sessions = new CopyOnWriteArrayList<>();
    private volatile Policy policy;
    private volatile boolean closed;
    private volatile String endReason = "";
    private final AtomicBoolean left = new AtomicBoolean();
    // What follows is guarded by the dispatch.
    private int inFlight;
    private long id;
    private Instant bound = Instant.EPOCH;
    private long presented;
    private long redelivered;
    private long acknowledged;

    EngineFlow(EndpointDispatch dispatch, BindRequest request, ClientTally client) {
        this.client = client;
        this.dispatch = dispatch;
        this.request = request;
        this.policy = new Policy(
                dispatch.config(), request.redelivery().over(dispatch.config().settings()));
        this.scan = request.selector().isBlank() ? null : new SelectorScan(Selector.compile(request.selector()));
    }

    @Override
    public DeliverySession openSession() {
        if (closed) {
            throw new BrokerException(
                    ErrorCode.NOT_ALLOWED,
                    "flow of '" + request.clientName() + "' on "
                            + dispatch.config().label() + " is closed: " + endReason);
        }
        EngineSession session = new EngineSession(dispatch, this);
        sessions.add(session);
        return session;
    }

    @Override
    public boolean isActive() {
        return !closed && dispatch.isActive(this);
    }

    @Override
    public Optional<ReplayRange> startReplay(String replayId, ReplayRequest wanted) {
        EndpointConfig endpoint = dispatch.config();
        ReplayLink.Desk desk = dispatch.context().replays().desk();
        if (endpoint.settings().accessType() != AccessType.EXCLUSIVE) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_NOT_EXCLUSIVE,
                    "replay of " + endpoint.label() + " asked for by '" + request.clientName() + "'",
                    "accessType=" + endpoint.settings().accessType().sempName(),
                    "accessType=exclusive");
        }
        if (isActive()) {
            return desk.start(endpoint, replayId, wanted);
        }
        if (desk.isSpent(endpoint, replayId)) {
            return Optional.empty();
        }
        throw new BrokerException(
                ErrorCode.REPLAY_NOT_ACTIVE_FLOW,
                "replay of " + endpoint.label() + " asked for by '" + request.clientName()
                        + "', which stands by: another flow gets its messages");
    }

    @Override
    public String endReason() {
        return endReason;
    }

    @Override
    public void close() {
        end("");
    }

    void end(String reason) {
        if (closed) {
            return;
        }
        endReason = reason;
        closed = true;
        dispatch.unbind(this);
        if (left.compareAndSet(false, true)) {
            client.unbound();
        }
        sessions.forEach(EngineSession::signal);
    }

    @Override
    public boolean isOver() {
        return closed;
    }

    @Override
    public void revoke(String reason) {
        end(reason);
    }

    @Nullable
    SelectorScan scan() {
        return scan;
    }

    boolean isClosed() {
        return closed;
    }

    void forget(EngineSession session) {
        sessions.remove(session);
    }

    /** How many messages each of its sessions may have that are not presented; 0 on demand. */
    int prefetch(EndpointConfig config) {
        return request.prefetch().over(config.settings().prefetch()).ahead(config.kind());
    }

    /** How often it lets a message be delivered, and how long a failed one waits. */
    RedeliveryPolicy policy() {
        EndpointConfig config = dispatch.config();
        Policy known = policy;
        if (known.config() != config) {
            known = new Policy(config, request.redelivery().over(config.settings()));
            policy = known;
        }
        return known.policy();
    }

    /** What holds with a state of the endpoint's settings. */
    private record Policy(EndpointConfig config, RedeliveryPolicy policy) {}

    /** It is bound now, as the endpoint's flow of that number. */
    void bound(long number, Instant now) {
        id = number;
        bound = now;
        client.bound();
    }

    void presented(boolean again) {
        presented++;
        redelivered += again ? 1 : 0;
        client.presented(again);
    }

    void acknowledged() {
        acknowledged++;
        client.acknowledged();
    }

    /**
     * As administrators see it.
     *
     * @param buffered asked for each of its sessions
     */
    FlowView view(EndpointConfig config, boolean active, ToIntFunction<EngineSession> buffered) {
        int ahead = 0;
        for (EngineSession session : sessions) {
            ahead += buffered.applyAsInt(session);
        }
        return new FlowView(
                id,
                request.clientName(),
                client.username(),
                active,
                bound,
                request.selector(),
                sessions.size(),
                prefetch(config),
                config.settings().maxDeliveredUnackedMsgsPerFlow(),
                ahead,
                inFlight,
                presented,
                redelivered,
                acknowledged);
    }

    boolean hasRoom(int maxUnacked) {
        return inFlight < maxUnacked;
    }

    void took() {
        inFlight++;
    }

    void gaveUp() {
        inFlight--;
    }
}
