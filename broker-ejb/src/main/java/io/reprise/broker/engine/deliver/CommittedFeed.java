package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.state.EndpointState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What an endpoint's dispatch is told of the log: each change of what is on the endpoint, after its entry is on disk, by the committer;
 * {@link #load} by recovery, before anyone is served; {@link #returned} by sessions. Guarded by the {@link DispatchMonitor}.
 */
final class CommittedFeed {
    private final DispatchMonitor monitor;
    private final OfferTimer timer;
    private final Orphans orphans = new Orphans();

    CommittedFeed(DispatchMonitor monitor, OfferTimer timer) {
        this.monitor = monitor;
        this.timer = timer;
    }

    /**
     * Recovery puts in what the state holds. What was presented when the earlier core ended counts, as the log will say first.
     *
     * @param undecided those that prepared branches acknowledge
     * @param lastMsgId the last id given so far
     */
    void load(EndpointState state, Set<AckRef> undecided, long lastMsgId) {
        synchronized (monitor) {
            monitor.horizon().load(state, lastMsgId);
            monitor.backlogs(state);
            fill(state, undecided);
        }
        timer.schedule();
    }

    /**
     * A message was placed on the endpoint.
     *
     * @param waits whether nobody gets it before {@link #delayed} has told its time
     */
    void placed(int lane, long msgId, boolean waits) {
        if (monitor.backlogs().holdsBack()) {
            heldBack();
            return;
        }
        monitor.change(() -> {
            monitor.counters().accepted++;
            monitor.places().placed(lane, msgId, waits);
        });
    }

    private void heldBack() {
        synchronized (monitor) {
            monitor.counters().accepted++;
        }
    }

    /** A message left the endpoint. */
    void removed(long msgId, Removal reason) {
        monitor.change(() -> {
            monitor.counters().removed(reason);
            monitor.places()
                    .forget(msgId, reason == Removal.ACKNOWLEDGED ? DeliveryFact.ACKNOWLEDGED : DeliveryFact.REMOVED);
        });
    }

    /**
     * Failed attempts are on disk: the message is offered again.
     *
     * @param delayedUntilMillis not before, milliseconds of the epoch; 0 = at once
     */
    void counted(long msgId, int attemptsNow, long delayedUntilMillis) {
        monitor.change(() -> failed(msgId, attemptsNow, delayedUntilMillis));
    }

    /**
     * A failed attempt could not be stored, for a definite reason of the database's: it counts in memory, and is stored with
     * the next, since counts are absolute.
     */
    void returned(EngineDelivery delivery) {
        monitor.change(() -> {
            if (monitor.places().claims().isOf(delivery)) {
                failed(delivery.msgId(), delivery.deliveryCount(), 0);
            }
        });
    }

    private void failed(long msgId, int attemptsNow, long delayedUntilMillis) {
        monitor.places()
                .failed(
                        msgId,
                        attemptsNow,
                        delayedUntilMillis,
                        monitor.context().clock().millis());
        if (delayedUntilMillis != 0) {
            timer.schedule();
        }
    }

    /** Nobody has seen the delivery, and its mark is taken back. */
    void unseen(long msgId) {
        monitor.change(() -> monitor.places().unseen(msgId));
    }

    /** A message that nobody has waits until then, milliseconds of the epoch; 0 = it waits no longer. */
    void delayed(long msgId, long untilMillis) {
        monitor.change(() -> monitor.places().delay(msgId, untilMillis));
        timer.schedule();
    }

    /** The horizon of deliveries is on disk. */
    void reserved(int priority, long msgId) {
        synchronized (monitor) {
            monitor.horizon().reserved(priority, msgId);
        }
    }

    /** A prepared branch acknowledges it: nobody gets it until that is decided. */
    void prepared(long msgId) {
        monitor.change(() -> monitor.places().prepared(msgId));
    }

    /** The endpoint's settings or subscriptions changed. */
    void reconfigured(EndpointConfig changed) {
        List<EngineFlow> selecting = new ArrayList<>(0);
        monitor.changeForAll(() -> {
            monitor.reconfigure(changed);
            monitor.places().buffers().giveBackAll();
            monitor.deal();
            if (monitor.partitions().areUsed()) {
                monitor.flows().all().stream()
                        .filter(flow -> flow.scan() != null)
                        .forEach(selecting::add);
            }
        });
        selecting.forEach(flow -> flow.end(changed.label() + " was partitioned: no selectors on it"));
    }

    // ---- replays [spec 2.4] ----

    /**
     * A replay began, or came to nothing: what was free here, or with sessions, or out of reach is no more; what there is now is what the
     * state holds. Sessions stay, and see only what comes; what they have in hand is void [spec 2.4].
     */
    void restart(EndpointState state, Set<AckRef> undecided) {
        monitor.changeForAll(() -> {
            orphans.add(monitor.places().claims().presented());
            monitor.places().claims().orphanAll();
            monitor.clearPlaces();
            monitor.backlogs(state);
            fill(state, undecided);
            orphans.comeBack(state, monitor.places()::seen);
        });
        timer.schedule();
    }

    /**
     * A replay put copies on the endpoint.
     *
     * @param expirationMillis when each expires, milliseconds of the epoch; 0 = never
     */
    void fed(int[] lanes, long[] msgIds, long[] expirationMillis) {
        monitor.changeForAll(() -> {
            for (int i = 0; i < msgIds.length; i++) {
                monitor.places().copied(lanes[i], msgIds[i], expirationMillis[i]);
            }
        });
    }

    /** A replay's range is done: what was held back is offered, behind its copies. */
    void joined(EndpointState state, Set<AckRef> undecided) {
        LiveBacklogs before = monitor.backlogs();
        monitor.changeForAll(() -> {
            monitor.backlogs(state);
            long nowMillis = monitor.context().clock().millis();
            for (int generation : monitor.backlogs().ranges().values()) {
                if (!before.isLive(generation)) {
                    state.forEach(generation, (lane, msgId) -> load(state, lane, msgId, undecided, nowMillis));
                }
            }
        });
        timer.schedule();
    }

    /** A replay is complete. */
    void completed(EndpointState state) {
        synchronized (monitor) {
            monitor.backlogs(state);
            orphans.clear();
        }
    }

    private void fill(EndpointState state, Set<AckRef> undecided) {
        long nowMillis = monitor.context().clock().millis();
        state.forEach((lane, msgId) -> load(state, lane, msgId, undecided, nowMillis));
    }

    private void load(EndpointState state, int lane, long msgId, Set<AckRef> undecided, long nowMillis) {
        boolean inDoubt = !undecided.isEmpty() && undecided.contains(monitor.ref(msgId, 0));
        monitor.places().load(state, lane, msgId, inDoubt, nowMillis);
    }
}
