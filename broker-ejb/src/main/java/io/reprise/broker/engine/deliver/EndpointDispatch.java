package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Who gets which message of one endpoint next: what of its backlog is free, what is in flight to whom, who waits. Nothing
 * here is durable; it is rebuilt from the state. The committer feeds it after each commit; sessions take from it on their own
 * threads. Guarded by its own monitor, held for microseconds and never across I/O; sessions are signalled outside of it.
 */
public final class EndpointDispatch {
    private final DispatchContext context;
    private volatile EndpointConfig config;
    private final int generation;
    private final Roaring64Bitmap[] free = new Roaring64Bitmap[Lanes.PRIORITIES];
    private final Map<Long, Claim> inFlight = new HashMap<>();
    private final Map<Long, Integer> attempts = new HashMap<>();
    private final Map<Long, Integer> priorities = new HashMap<>();
    private final Set<Long> inDoubt = new HashSet<>();
    /** Damaged messages: not offered, not lost [LOG.md L11]. */
    private final Set<Long> held = new HashSet<>();

    private final List<EngineFlow> flows = new ArrayList<>();
    private final ArrayDeque<EngineSession> waiting = new ArrayDeque<>();
    private final DispatchCounters counters = new DispatchCounters();
    /** Messages on their way back to their places. */
    private int returning;
    /** The last of them came since somebody looked; those who waited for them are to look again. */
    private boolean returned;

    private boolean ended;

    EndpointDispatch(DispatchContext context, EndpointConfig config, int generation) {
        this.context = context;
        this.config = config;
        this.generation = generation;
        for (int priority = 0; priority < free.length; priority++) {
            free[priority] = new Roaring64Bitmap();
        }
    }

    /** A message taken by a session, before and after it is presented. */
    private static final class Claim {
        final EngineSession session;

        @Nullable
        EngineDelivery delivery;

        /** Its attempt failed, and it is on its way back to its place. */
        boolean returning;

        Claim(EngineSession session) {
            this.session = session;
        }
    }

    EndpointConfig config() {
        return config;
    }

    int generation() {
        return generation;
    }

    DispatchContext context() {
        return context;
    }

    // ---- fed by the committer, after a commit ----

    /** A message was placed on the endpoint. */
    void placed(int lane, long msgId) {
        EngineSession next;
        synchronized (this) {
            counters.accepted++;
            offer(Lanes.priority(lane), msgId);
            next = nextWaiting();
        }
        signal(next);
    }

    /** Messages were acknowledged. */
    void acknowledged(long msgId) {
        EngineSession next;
        boolean all;
        synchronized (this) {
            counters.acknowledged++;
            forget(msgId);
            next = anyFree() ? nextWaiting() : null;
            all = takeReturned();
        }
        signal(next, all);
    }

    /** A message was taken away: expired, replaced or purged. */
    void withdrawn(long msgId, boolean expired) {
        EngineSession next;
        boolean all;
        synchronized (this) {
            if (expired) {
                counters.expired++;
            }
            forget(msgId);
            next = anyFree() ? nextWaiting() : null;
            all = takeReturned();
        }
        signal(next, all);
    }

    /** A failed attempt is on disk: the message is offered again. */
    void counted(long msgId, int attemptsNow) {
        EngineSession next;
        boolean all;
        synchronized (this) {
            attempts.put(msgId, attemptsNow);
            inDoubt.remove(msgId);
            putBack(msgId);
            next = nextWaiting();
            all = takeReturned();
        }
        signal(next, all);
    }

    /** A prepared branch acknowledges it: nobody gets it until that is decided. */
    void prepared(long msgId) {
        EngineSession next;
        boolean all;
        synchronized (this) {
            dropClaim(msgId);
            inDoubt.add(msgId);
            next = anyFree() ? nextWaiting() : null;
            all = takeReturned();
        }
        signal(next, all);
    }

    /** Recovery puts in what the state holds. */
    synchronized void load(int lane, long msgId, int attemptsSoFar, boolean undecided) {
        int priority = Lanes.priority(lane);
        if (attemptsSoFar > 0) {
            attempts.put(msgId, attemptsSoFar);
        }
        if (undecided) {
            remember(priority, msgId);
            inDoubt.add(msgId);
        } else {
            offer(priority, msgId);
        }
    }

    /** The endpoint's settings or subscriptions changed. */
    void reconfigure(EndpointConfig changed) {
        config = changed;
        signalAll();
    }

    /** The endpoint is gone, or the broker stops: every flow ends. */
    void end(String reason) {
        List<EngineFlow> ending;
        synchronized (this) {
            ended = true;
            ending = List.copyOf(flows);
        }
        ending.forEach(flow -> flow.end(reason));
    }

    // ---- flows and sessions ----

    /** Binds a consumer; see {@link io.reprise.broker.model.vpn.MessageVpn#bind}. */
    public Flow bind(BindRequest request) {
        EngineFlow flow = new EngineFlow(this, request);
        synchronized (this) {
            if (ended) {
                throw new BrokerException(ErrorCode.ENDPOINT_DELETED, config.label() + " is gone");
            }
            if (!config.settings().egressEnabled()) {
                throw BrokerException.refused(
                        ErrorCode.EGRESS_DISABLED,
                        "bind to " + config.label(),
                        "egressEnabled=false",
                        "egressEnabled=true");
            }
            int max = config.settings().maxBindCount();
            if (flows.size() >= max) {
                throw BrokerException.refused(
                        ErrorCode.MAX_BIND_COUNT_REACHED,
                        "bind to " + config.label(),
                        (flows.size() + 1) + " flows",
                        "maxBindCount=" + max);
            }
            flows.add(flow);
        }
        return flow;
    }

    void unbind(EngineFlow flow) {
        synchronized (this) {
            flows.remove(flow);
            waiting.removeIf(session -> session.flow() == flow);
        }
        signalAll();
    }

    synchronized boolean isActive(EngineFlow flow) {
        return !ended
                && config.settings().egressEnabled()
                && (config.settings().accessType() == AccessType.NON_EXCLUSIVE
                        ? flows.contains(flow)
                        : !flows.isEmpty() && flows.get(0) == flow);
    }

    /** Takes the next message for a session, or notes that it waits; -1 if there is none for it now. */
    synchronized long claim(EngineSession session) {
        EngineFlow flow = session.flow();
        if (mayClaim(session, config.settings().maxDeliveredUnackedMsgsPerFlow())) {
            for (int priority = free.length - 1; priority >= 0; priority--) {
                if (!free[priority].isEmpty()) {
                    long msgId = free[priority].first();
                    free[priority].removeLong(msgId);
                    remember(priority, msgId);
                    inFlight.put(msgId, new Claim(session));
                    flow.took();
                    waiting.remove(session);
                    return msgId;
                }
            }
        }
        if (!waiting.contains(session)) {
            waiting.add(session);
        }
        return -1;
    }

    /**
     * Whether it gets a message now. Who failed at a message, and whoever comes after a consumer of an exclusive endpoint, waits
     * until that message is back in its place: else the later ones would overtake it [spec 4.1, 4.3].
     */
    private boolean mayClaim(EngineSession session, int maxUnacked) {
        return isActive(session.flow())
                && session.flow().hasRoom(maxUnacked)
                && (returning == 0 || !waitsForReturn(session));
    }

    private boolean waitsForReturn(EngineSession session) {
        boolean exclusive = config.settings().accessType() == AccessType.EXCLUSIVE;
        for (Claim claim : inFlight.values()) {
            if (claim.returning
                    && (claim.session == session || (exclusive && claim.session.flow() != session.flow()))) {
                return true;
            }
        }
        return false;
    }

    /** An attempt failed; false if the delivery was released before, or is settled. */
    synchronized boolean beginReturning(EngineDelivery delivery) {
        if (!delivery.beginReleasing()) {
            return false;
        }
        Claim claim = inFlight.get(delivery.msgId());
        if (claim != null && claim.delivery == delivery) {
            claim.returning = true;
            returning++;
        }
        return true;
    }

    /** The session no longer waits; a signal it may have had goes to the next. */
    void stopWaiting(EngineSession session) {
        EngineSession next;
        synchronized (this) {
            boolean wasSignalled = !waiting.remove(session);
            next = wasSignalled && anyFree() ? nextWaiting() : null;
        }
        signal(next);
    }

    synchronized int attempts(long msgId) {
        return attempts.getOrDefault(msgId, 0);
    }

    /** The claimed message is presented now; false if it was taken away meanwhile. */
    synchronized boolean present(long msgId, EngineDelivery delivery) {
        Claim claim = inFlight.get(msgId);
        if (claim == null || claim.session != delivery.session()) {
            return false;
        }
        claim.delivery = delivery;
        if (delivery.deliveryCount() > 1) {
            counters.redelivered++;
        }
        return true;
    }

    /** A message goes back to its place uncounted, if it still is this session's. */
    void giveBack(EngineSession session, long msgId) {
        EngineSession next;
        synchronized (this) {
            Claim claim = inFlight.get(msgId);
            if (claim == null || claim.session != session) {
                return;
            }
            putBack(msgId);
            next = nextWaiting();
        }
        signal(next);
    }

    /** A damaged message is kept out of the way. */
    synchronized void hold(long msgId) {
        dropClaim(msgId);
        held.add(msgId);
    }

    /** Deliveries presented to a session and not settled. */
    synchronized List<EngineDelivery> presentedTo(EngineSession session) {
        List<EngineDelivery> result = new ArrayList<>();
        for (Claim claim : inFlight.values()) {
            if (claim.session == session && claim.delivery != null) {
                result.add(claim.delivery);
            }
        }
        return result;
    }

    /** Waits until nothing is in flight, until the deadline; whether that came. Interrupts are kept for later. */
    synchronized boolean awaitSettled(long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (!inFlight.isEmpty()) {
                long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    return false;
                }
                try {
                    wait(leftMillis);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Takes up to {@code max} free messages out of everybody's reach, to be removed; those not removed must be {@link #restore}d. */
    public synchronized List<Long> seize(int max) {
        List<Long> seized = new ArrayList<>();
        for (int priority = 0; priority < free.length; priority++) {
            while (seized.size() < max && !free[priority].isEmpty()) {
                long msgId = free[priority].first();
                free[priority].removeLong(msgId);
                remember(priority, msgId);
                seized.add(msgId);
            }
        }
        return seized;
    }

    /** Takes one message out of everybody's reach, if it is free. */
    public synchronized boolean seize(long msgId) {
        for (int priority = 0; priority < free.length; priority++) {
            if (free[priority].contains(msgId)) {
                free[priority].removeLong(msgId);
                remember(priority, msgId);
                return true;
            }
        }
        return false;
    }

    /** Seized messages that were not removed after all are free again. */
    public void restore(List<Long> msgIds) {
        synchronized (this) {
            msgIds.forEach(msgId -> offer(priorityOf(msgId), msgId));
        }
        signalAll();
    }

    /** What names a message on this endpoint. */
    public AckRef ref(long msgId, int sizeBytes) {
        return new AckRef(config.id(), generation, msgId, sizeBytes);
    }

    /** Its live figures. */
    public synchronized DispatchFigures figures() {
        int active = 0;
        for (EngineFlow flow : flows) {
            active += isActive(flow) ? 1 : 0;
        }
        return new DispatchFigures(inFlight.size(), inDoubt.size(), held.size(), flows.size(), active, counters.copy());
    }

    /** A message was refused here: to its publisher, or silently. */
    public synchronized void refused(boolean toSender) {
        if (toSender) {
            counters.rejected++;
        } else {
            counters.discarded++;
        }
    }

    // ---- under the monitor ----

    private void offer(int priority, long msgId) {
        priorities.remove(msgId);
        free[priority].addLong(msgId);
    }

    /** The priority of a message that is not free; 4 is what most have, and is not kept. */
    private void remember(int priority, long msgId) {
        if (priority != Message.DEFAULT_PRIORITY) {
            priorities.put(msgId, priority);
        }
    }

    private int priorityOf(long msgId) {
        return priorities.getOrDefault(msgId, Message.DEFAULT_PRIORITY);
    }

    private void putBack(long msgId) {
        dropClaim(msgId);
        offer(priorityOf(msgId), msgId);
    }

    private void forget(long msgId) {
        if (dropClaim(msgId)) {
            priorities.remove(msgId);
        } else {
            inDoubt.remove(msgId);
            held.remove(msgId);
            priorities.remove(msgId);
            for (Roaring64Bitmap ids : free) {
                ids.removeLong(msgId);
            }
        }
        attempts.remove(msgId);
    }

    private boolean dropClaim(long msgId) {
        Claim claim = inFlight.remove(msgId);
        if (claim == null) {
            return false;
        }
        if (claim.delivery != null) {
            claim.delivery.settle();
        }
        if (claim.returning) {
            returning--;
            returned = true;
        }
        claim.session.flow().gaveUp();
        if (inFlight.isEmpty()) {
            notifyAll();
        }
        return true;
    }

    private boolean anyFree() {
        for (Roaring64Bitmap ids : free) {
            if (!ids.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Takes the first waiting session that may get a message now. */
    private @Nullable EngineSession nextWaiting() {
        int max = config.settings().maxDeliveredUnackedMsgsPerFlow();
        for (Iterator<EngineSession> sessions = waiting.iterator(); sessions.hasNext(); ) {
            EngineSession session = sessions.next();
            if (mayClaim(session, max)) {
                sessions.remove();
                return session;
            }
        }
        return null;
    }

    private boolean takeReturned() {
        boolean result = returned;
        returned = false;
        return result;
    }

    // ---- outside the monitor ----

    private void signal(@Nullable EngineSession session, boolean all) {
        signal(session);
        if (all) {
            signalAll();
        }
    }

    private static void signal(@Nullable EngineSession session) {
        if (session != null) {
            session.signal();
        }
    }

    /** Who may get messages has changed: everybody looks again. */
    private void signalAll() {
        List<EngineSession> sessions;
        synchronized (this) {
            sessions = List.copyOf(waiting);
            waiting.clear();
        }
        sessions.forEach(EngineSession::signal);
    }
}
