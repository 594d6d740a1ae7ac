package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who gets which message of one endpoint next: what of its backlog is free, what is in flight to whom, who waits. Nothing
 * here is durable; it is rebuilt from the state. The committer feeds it after each commit; sessions take from it on their own
 * threads. Guarded by its own monitor, held for microseconds and never across I/O; sessions are signalled outside of it.
 */
public final class EndpointDispatch {
    private final DispatchContext context;
    private volatile EndpointConfig config;
    private final int generation;
    private final FreeMessages free = new FreeMessages();
    private final Claims claims = new Claims();
    private final Map<Long, Integer> attempts = new HashMap<>();
    private final Set<Long> inDoubt = new HashSet<>();
    /** Damaged messages: not offered, not lost [LOG.md L11]. */
    private final Set<Long> held = new HashSet<>();
    /** Out of everybody's reach, as their removal is on its way to the log. */
    private final Set<Long> seized = new HashSet<>();

    private final List<EngineFlow> flows = new ArrayList<>();
    private final ArrayDeque<EngineSession> waiting = new ArrayDeque<>();
    private final DispatchCounters counters = new DispatchCounters();
    private @Nullable ErrorCode ended;
    private String endReason = "";

    EndpointDispatch(DispatchContext context, EndpointConfig config, int generation) {
        this.context = context;
        this.config = config;
        this.generation = generation;
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
        List<EngineSession> woken;
        synchronized (this) {
            counters.accepted++;
            free.add(Lanes.priority(lane), msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** Messages were acknowledged. */
    void acknowledged(long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            counters.acknowledged++;
            forget(msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** A message was taken away: expired, replaced or purged. */
    void withdrawn(long msgId, boolean expired) {
        List<EngineSession> woken;
        synchronized (this) {
            if (expired) {
                counters.expired++;
            }
            forget(msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** A failed attempt is on disk: the message is offered again. */
    void counted(long msgId, int attemptsNow) {
        List<EngineSession> woken;
        synchronized (this) {
            returnFailed(msgId, attemptsNow);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /**
     * A failed attempt could not be stored, for a definite reason of the database's: it counts in memory, and is stored with
     * the next, since counts are absolute.
     */
    void returned(EngineSession session, long msgId, int attemptsNow) {
        List<EngineSession> woken;
        synchronized (this) {
            if (claims.isOf(session, msgId)) {
                returnFailed(msgId, attemptsNow);
            }
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** A prepared branch acknowledges it: nobody gets it until that is decided. */
    void prepared(long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            if (!drop(msgId)) {
                // Delivered by an earlier core of this VPN, which was rebuilt since.
                free.take(msgId);
            }
            inDoubt.add(msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** Recovery puts in what the state holds. */
    synchronized void load(int lane, long msgId, int attemptsSoFar, boolean undecided) {
        int priority = Lanes.priority(lane);
        if (attemptsSoFar > 0) {
            attempts.put(msgId, attemptsSoFar);
        }
        if (undecided) {
            free.addTaken(priority, msgId);
            inDoubt.add(msgId);
        } else {
            free.add(priority, msgId);
        }
    }

    /** The endpoint's settings or subscriptions changed. */
    void reconfigure(EndpointConfig changed) {
        config = changed;
        signalAll();
    }

    /**
     * The endpoint is gone, or the broker stops: every flow ends.
     *
     * @param code for who comes too late
     */
    void end(ErrorCode code, String reason) {
        List<EngineFlow> ending;
        synchronized (this) {
            ended = code;
            endReason = reason;
            ending = List.copyOf(flows);
        }
        ending.forEach(flow -> flow.end(reason));
    }

    // ---- flows and sessions ----

    /** Binds a consumer; see {@link io.reprise.broker.model.vpn.MessageVpn#bind}. */
    public Flow bind(BindRequest request) {
        EngineFlow flow = new EngineFlow(this, request);
        synchronized (this) {
            ErrorCode over = ended;
            if (over != null) {
                throw new BrokerException(over, "bind to " + config.label() + ": " + endReason);
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
            if (flow.scan() != null) {
                free.watch(flow.scan());
            }
        }
        return flow;
    }

    void unbind(EngineFlow flow) {
        synchronized (this) {
            flows.remove(flow);
            if (flow.scan() != null) {
                free.unwatch(flow.scan());
            }
            waiting.removeIf(session -> session.flow() == flow);
        }
        signalAll();
    }

    synchronized boolean isActive(EngineFlow flow) {
        return ended == null
                && config.settings().egressEnabled()
                && (config.settings().accessType() == AccessType.NON_EXCLUSIVE
                        ? flows.contains(flow)
                        : !flows.isEmpty() && flows.get(0) == flow);
    }

    /** Takes the next message for a session; {@link FreeMessages#NONE} if there is none for it now. */
    synchronized long claim(EngineSession session) {
        long msgId = mayTake(session) ? free.takeNext() : FreeMessages.NONE;
        if (msgId != FreeMessages.NONE) {
            claims.add(session, msgId);
        }
        return msgId;
    }

    /**
     * The next free message that the selector of a session has not seen; {@link FreeMessages#NONE} if there is none for it now. It
     * stays free for everybody.
     */
    synchronized long peek(EngineSession session, SelectorScan scan) {
        return mayTake(session) ? scan.next(free) : FreeMessages.NONE;
    }

    /** Takes a message that the session's selector wants; false if somebody else has it, or the session may take none now. */
    boolean claimWanted(EngineSession session, SelectorScan scan, long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            if (mayTake(session)) {
                boolean taken = free.take(msgId);
                if (taken) {
                    claims.add(session, msgId);
                }
                return taken;
            }
            scan.lookAgain(free, msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
        return false;
    }

    /** A selector doesn't want what its session may have been signalled for: another may. */
    void passOn() {
        List<EngineSession> woken;
        synchronized (this) {
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** A peeked message could not be read: it is to be looked at again, by whoever comes first. */
    void lookAgain(SelectorScan scan, long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            scan.lookAgain(free, msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /**
     * Notes that the session waits: one who is not noted is never signalled, so that no message is left to somebody who
     * doesn't look.
     *
     * @return false if there is something for it now, or never will be: it need not wait
     */
    synchronized boolean waits(EngineSession session) {
        if (session.isOver() || mayTake(session) && isAnythingFor(session)) {
            return false;
        }
        if (!waiting.contains(session)) {
            waiting.add(session);
        }
        return true;
    }

    /** The session no longer waits; a signal it may have had goes to the next. */
    void stopWaiting(EngineSession session) {
        List<EngineSession> woken;
        synchronized (this) {
            boolean wasSignalled = !waiting.remove(session);
            woken = wasSignalled ? woken() : List.of();
        }
        woken.forEach(EngineSession::signal);
    }

    synchronized int attempts(long msgId) {
        return attempts.getOrDefault(msgId, 0);
    }

    /**
     * The claimed message is presented now; false if it was taken away meanwhile, or the session was closed: it closes before
     * it asks what is presented to it, so that nothing is handed to a closed one and forgotten.
     */
    boolean present(long msgId, EngineDelivery delivery) {
        EngineSession session = delivery.session();
        synchronized (this) {
            if (!claims.isOf(session, msgId)) {
                return false;
            }
            if (!session.isOver()) {
                claims.present(msgId, delivery);
                counters.redelivered += delivery.deliveryCount() > 1 ? 1 : 0;
                return true;
            }
        }
        giveBack(session, msgId);
        return false;
    }

    /** A message goes back to its place uncounted, if it still is this session's. */
    void giveBack(EngineSession session, long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            if (!claims.isOf(session, msgId)) {
                return;
            }
            drop(msgId);
            free.putBack(msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** A presented delivery failed: its message is on its way back to its place. */
    synchronized void returning(EngineDelivery delivery) {
        claims.returning(delivery);
    }

    /** A damaged message is kept out of the way; false if it was taken away meanwhile. */
    synchronized boolean hold(EngineSession session, long msgId) {
        return claims.isOf(session, msgId) && drop(msgId) && held.add(msgId);
    }

    /** Deliveries presented to a session and not settled. */
    synchronized List<EngineDelivery> presentedTo(EngineSession session) {
        return claims.presentedTo(session);
    }

    /** Waits until nothing is in flight, until the deadline; whether that came. Interrupts are kept for later. */
    synchronized boolean awaitSettled(long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (!claims.isEmpty()) {
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

    /**
     * Takes up to {@code max} free messages, none younger than {@code lastMsgId}, out of everybody's reach, to be removed; those
     * not removed must be {@link #restore}d.
     */
    public synchronized List<Long> seize(int max, long lastMsgId) {
        List<Long> taken = new ArrayList<>();
        while (taken.size() < max) {
            long msgId = free.takeUpTo(lastMsgId);
            if (msgId == FreeMessages.NONE) {
                break;
            }
            taken.add(msgId);
        }
        seized.addAll(taken);
        return taken;
    }

    /** Takes one message out of everybody's reach, if it is free. */
    public synchronized boolean seize(long msgId) {
        return free.take(msgId) && seized.add(msgId);
    }

    /** The same with one that this session has claimed and not been presented; false if it was taken away meanwhile. */
    synchronized boolean seizeClaimed(EngineSession session, long msgId) {
        return claims.isOf(session, msgId) && drop(msgId) && seized.add(msgId);
    }

    /** Seized messages that were not removed after all are free again. */
    public void restore(List<Long> msgIds) {
        synchronized (this) {
            for (long msgId : msgIds) {
                if (seized.remove(msgId)) {
                    free.putBack(msgId);
                }
            }
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
        return new DispatchFigures(claims.size(), inDoubt.size(), held.size(), flows.size(), active, counters.copy());
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

    /**
     * Whether a session may take something, were it there. Who failed at a message, and whoever comes after a consumer of an
     * exclusive endpoint, waits until that message is back in its place: else the later ones would overtake it [spec 4.1, 4.3].
     */
    private boolean mayTake(EngineSession session) {
        return isActive(session.flow())
                && session.flow().hasRoom(config.settings().maxDeliveredUnackedMsgsPerFlow())
                && !claims.mustReturnBefore(session, config.settings().accessType() == AccessType.EXCLUSIVE);
    }

    private boolean isAnythingFor(EngineSession session) {
        SelectorScan scan = session.flow().scan();
        return scan == null ? !free.isEmpty() : scan.hasNext(free);
    }

    /** A message whose attempt failed is free again, unless it is gone, or somebody has it already. */
    private void returnFailed(long msgId, int attemptsNow) {
        if (drop(msgId) || inDoubt.remove(msgId)) {
            attempts.merge(msgId, attemptsNow, Math::max);
            free.putBack(msgId);
        }
    }

    private void forget(long msgId) {
        boolean taken = drop(msgId) || inDoubt.remove(msgId) || held.remove(msgId) || seized.remove(msgId);
        free.forget(msgId, taken);
        attempts.remove(msgId);
    }

    private boolean drop(long msgId) {
        boolean dropped = claims.drop(msgId);
        if (dropped && claims.isEmpty()) {
            notifyAll();
        }
        return dropped;
    }

    /** Takes the first waiting session that may get a message now; null if there is none, or no message. */
    private @Nullable EngineSession nextWaiting() {
        if (waiting.isEmpty() || free.isEmpty()) {
            return null;
        }
        for (Iterator<EngineSession> sessions = waiting.iterator(); sessions.hasNext(); ) {
            EngineSession session = sessions.next();
            if (mayTake(session) && isAnythingFor(session)) {
                sessions.remove();
                return session;
            }
        }
        return null;
    }

    /** Who is to be signalled after a change: everybody once a failed message is back, else one for whom there is something. */
    private List<EngineSession> woken() {
        if (claims.takeReturned()) {
            return everybody();
        }
        EngineSession next = nextWaiting();
        return next == null ? List.of() : List.of(next);
    }

    private List<EngineSession> everybody() {
        List<EngineSession> sessions = List.copyOf(waiting);
        waiting.clear();
        return sessions;
    }

    /** Who may get messages has changed: everybody looks again. */
    private void signalAll() {
        List<EngineSession> sessions;
        synchronized (this) {
            sessions = everybody();
        }
        sessions.forEach(EngineSession::signal);
    }
}
