package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.AccessType;
import java.util.List;
import java.util.Objects;

/**
 * What the parts of one endpoint's dispatch ({@link EndpointDispatch} names them) share, and their one monitor: this object's. All
 * but the settings and the ranges of backlogs is read and changed under it alone, for microseconds and never across I/O. Whoever
 * changes what sessions may get does it through {@link #change} or {@link #changeForAll}, which signal sessions outside of it.
 */
final class DispatchMonitor {
    private final DispatchContext context;
    private final Partitions partitions = new Partitions();
    private final DeliveryHorizon horizon = new DeliveryHorizon();
    private final BoundFlows flows = new BoundFlows();
    private final WaitingSessions waiting = new WaitingSessions();
    private final DispatchCounters counters = new DispatchCounters();
    private MessagePlaces places;
    private volatile EndpointConfig config;
    private volatile LiveBacklogs backlogs = LiveBacklogs.FIRST;

    DispatchMonitor(DispatchContext context, EndpointConfig config) {
        this.context = context;
        this.config = config;
        this.places = new MessagePlaces(partitions, config.label());
        deal();
    }

    DispatchContext context() {
        return context;
    }

    /** Any thread, at once. */
    EndpointConfig config() {
        return config;
    }

    /** In which backlogs its messages are; any thread, at once; the committer changes it. */
    LiveBacklogs backlogs() {
        return backlogs;
    }

    /** What names a message on this endpoint; any thread, at once. */
    AckRef ref(long msgId, int sizeBytes) {
        return new AckRef(config.id(), backlogs.generationOf(msgId), msgId, sizeBytes);
    }

    // ---- under the monitor ----

    MessagePlaces places() {
        return places;
    }

    Partitions partitions() {
        return partitions;
    }

    DeliveryHorizon horizon() {
        return horizon;
    }

    BoundFlows flows() {
        return flows;
    }

    WaitingSessions waiting() {
        return waiting;
    }

    DispatchCounters counters() {
        return counters;
    }

    void reconfigure(EndpointConfig changed) {
        config = changed;
    }

    /** What is live of an endpoint's backlogs from now on. */
    void backlogs(EndpointState state) {
        backlogs = LiveBacklogs.of(state);
    }

    /** Nothing is anywhere any more; selectors look at what comes from now on. */
    void clearPlaces() {
        places = new MessagePlaces(partitions, config.label());
        flows.all().stream()
                .map(EngineFlow::scan)
                .filter(Objects::nonNull)
                .forEach(scan -> places.free().watch(scan));
    }

    /** Deals the partitions to the flows that are bound now. */
    void deal() {
        partitions.deal(config.settings().partitionCount(), flows.all());
    }

    /** Whether the delivery is of a message as it is here now, not of one from before a replay began or came to nothing. */
    boolean isCurrent(EngineDelivery delivery) {
        return isCurrent(delivery.ref());
    }

    /** The same of a reference. */
    boolean isCurrent(AckRef ref) {
        return backlogs.generationOf(ref.msgId()) == ref.generation();
    }

    boolean isActive(EngineFlow flow) {
        return flows.isActive(flow, config.settings()) && (!partitions.areUsed() || partitions.hasAny(flow));
    }

    /**
     * Whether a session may take something, were it there. Who failed at a message, and whoever comes after a consumer of an
     * exclusive endpoint, waits until that message is back in its place: else the later ones would overtake it [spec 4.1, 4.3].
     */
    boolean mayTake(EngineSession session) {
        return !session.isOver()
                && isActive(session.flow())
                && session.flow().hasRoom(config.settings().maxDeliveredUnackedMsgsPerFlow())
                && !places.claims().mustReturnBefore(session, config.settings().accessType() == AccessType.EXCLUSIVE);
    }

    /** Who is to be signalled after a change: everybody once a failed message is back, else one for whom there is something. */
    List<EngineSession> woken() {
        if (places.claims().takeReturned()) {
            return waiting.signalAll();
        }
        if (waiting.isEmpty() || !places.hasAny()) {
            return List.of();
        }
        EngineSession next = waiting.signalFirst(session -> mayTake(session) && places.hasAnyFor(session));
        return next == null ? List.of() : List.of(next);
    }

    /** Who waits until nothing is in flight looks again. */
    void tellIfSettled() {
        if (places.claims().isEmpty()) {
            notifyAll();
        }
    }

    // ---- any thread, without the monitor ----

    /** Changes something under the monitor; who is to be signalled then is, outside of it. */
    void change(Runnable change) {
        List<EngineSession> woken;
        synchronized (this) {
            change.run();
            tellIfSettled();
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** The same where it is changed who may get messages, or for several: everybody looks again. */
    void changeForAll(Runnable change) {
        List<EngineSession> sessions;
        synchronized (this) {
            change.run();
            tellIfSettled();
            sessions = waiting.signalAll();
        }
        sessions.forEach(EngineSession::signal);
    }

    /** Waits until nothing is in flight, until the deadline; whether that came. Interrupts are kept for later. */
    synchronized boolean awaitSettled(long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (!places.claims().isEmpty()) {
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
}
