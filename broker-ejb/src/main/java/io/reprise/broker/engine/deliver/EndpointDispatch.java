package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointFigures;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Who gets which message of one endpoint next: what of its backlog is free, what is in flight to whom, who waits. Nothing
 * here is durable; it is rebuilt from the state. The committer feeds it after each commit; sessions take from it on their own
 * threads. Guarded by its own monitor, held for microseconds and never across I/O; sessions are signalled outside of it.
 */
public final class EndpointDispatch {
    private final DispatchContext context;
    private volatile EndpointConfig config;
    private volatile boolean canDiscard = true;
    private final Partitions partitions = new Partitions();
    private MessagePlaces places;
    private volatile LiveBacklogs backlogs = LiveBacklogs.FIRST;
    private volatile EndpointFigures durable = EndpointFigures.NONE;
    private final DeliveryHorizon horizon = new DeliveryHorizon();
    private final BoundFlows flows = new BoundFlows();
    private final Orphans orphans = new Orphans();
    private final WaitingSessions waiting = new WaitingSessions();
    private final DispatchCounters counters = new DispatchCounters();

    EndpointDispatch(DispatchContext context, EndpointConfig config) {
        this.context = context;
        this.config = config;
        this.places = new MessagePlaces(partitions, config.label());
        partitions.deal(config.settings().partitionCount(), List.of());
    }

    EndpointConfig config() {
        return config;
    }

    /** In which backlogs its messages are; the committer changes it. */
    LiveBacklogs backlogs() {
        return backlogs;
    }

    DispatchContext context() {
        return context;
    }

    // ---- fed by the committer, after a commit ----

    /**
     * A message was placed on the endpoint.
     *
     * @param waits whether nobody gets it before {@link #delayed} has told its time
     */
    void placed(int lane, long msgId, boolean waits) {
        if (backlogs.holdsBack()) {
            heldBack();
            return;
        }
        change(() -> {
            counters.accepted++;
            places.placed(lane, msgId, waits);
        });
    }

    private synchronized void heldBack() {
        counters.accepted++;
    }

    /**
     * A replay put copies on the endpoint.
     *
     * @param expirationMillis when each expires, milliseconds of the epoch; 0 = never
     */
    void fed(int[] lanes, long[] msgIds, long[] expirationMillis) {
        changeForAll(() -> {
            for (int i = 0; i < msgIds.length; i++) {
                places.copied(lanes[i], msgIds[i], expirationMillis[i]);
            }
        });
    }

    /**
     * A replay began, or came to nothing: what was free here, or with sessions, or out of reach is no more; what there is now is what the
     * state holds. Sessions stay, and see only what comes; what they have in hand is void [spec 2.4].
     */
    void restart(EndpointState state, Set<AckRef> undecided) {
        changeForAll(() -> {
            orphans.add(places.claims().presented());
            places.claims().orphanAll();
            places = new MessagePlaces(partitions, config.label());
            flows.all().stream()
                    .map(EngineFlow::scan)
                    .filter(Objects::nonNull)
                    .forEach(scan -> places.free().watch(scan));
            backlogs = LiveBacklogs.of(state);
            fill(state, undecided);
            orphans.comeBack(state, places::seen);
        });
        schedule();
    }

    /** A replay's range is done: what was held back is offered, behind its copies. */
    void joined(EndpointState state, Set<AckRef> undecided) {
        LiveBacklogs before = backlogs;
        changeForAll(() -> {
            backlogs = LiveBacklogs.of(state);
            long nowMillis = context.clock().millis();
            for (int generation : backlogs.ranges().values()) {
                if (!before.isLive(generation)) {
                    state.forEach(generation, (lane, msgId) -> load(state, lane, msgId, undecided, nowMillis));
                }
            }
        });
        schedule();
    }

    /** A replay is complete. */
    synchronized void completed(EndpointState state) {
        backlogs = LiveBacklogs.of(state);
        orphans.clear();
    }

    private void fill(EndpointState state, Set<AckRef> undecided) {
        long nowMillis = context.clock().millis();
        state.forEach((lane, msgId) -> load(state, lane, msgId, undecided, nowMillis));
    }

    private void load(EndpointState state, int lane, long msgId, Set<AckRef> undecided, long nowMillis) {
        boolean inDoubt = !undecided.isEmpty() && undecided.contains(ref(msgId, 0));
        places.load(state, lane, msgId, inDoubt, nowMillis);
    }

    /** A message left the endpoint. */
    void removed(long msgId, Removal reason) {
        change(() -> {
            counters.removed(reason);
            places.forget(msgId, reason == Removal.ACKNOWLEDGED ? DeliveryFact.ACKNOWLEDGED : DeliveryFact.REMOVED);
        });
    }

    /**
     * Failed attempts are on disk: the message is offered again.
     *
     * @param delayedUntilMillis not before, milliseconds of the epoch; 0 = at once
     */
    void counted(long msgId, int attemptsNow, long delayedUntilMillis) {
        change(() -> failed(msgId, attemptsNow, delayedUntilMillis));
    }

    /** Nobody has seen the delivery, and its mark is taken back. */
    void unseen(long msgId) {
        change(() -> places.unseen(msgId));
    }

    /** A message that nobody has waits until then, milliseconds of the epoch; 0 = it waits no longer. */
    void delayed(long msgId, long untilMillis) {
        change(() -> places.delay(msgId, untilMillis));
        schedule();
    }

    /** The horizon of deliveries is on disk. */
    synchronized void reserved(int priority, long msgId) {
        horizon.reserved(priority, msgId);
    }

    /**
     * A failed attempt could not be stored, for a definite reason of the database's: it counts in memory, and is stored with
     * the next, since counts are absolute.
     */
    void returned(EngineDelivery delivery) {
        change(() -> {
            if (places.claims().isOf(delivery)) {
                failed(delivery.msgId(), delivery.deliveryCount(), 0);
            }
        });
    }

    /** A prepared branch acknowledges it: nobody gets it until that is decided. */
    void prepared(long msgId) {
        change(() -> places.prepared(msgId));
    }

    /**
     * Recovery puts in what the state holds. What was presented when the earlier core ended counts, as the log will say first.
     *
     * @param undecided those that prepared branches acknowledge
     * @param lastMsgId the last id given so far
     */
    void load(EndpointState state, Set<AckRef> undecided, long lastMsgId) {
        synchronized (this) {
            horizon.load(state, lastMsgId);
            durable = EndpointFigures.of(state);
            backlogs = LiveBacklogs.of(state);
            fill(state, undecided);
        }
        schedule();
    }

    /** The endpoint's settings or subscriptions changed. */
    void reconfigure(EndpointConfig changed) {
        List<EngineFlow> selecting = new ArrayList<>(0);
        changeForAll(() -> {
            config = changed;
            places.buffers().giveBackAll();
            deal();
            if (partitions.areUsed()) {
                flows.all().stream().filter(flow -> flow.scan() != null).forEach(selecting::add);
            }
        });
        selecting.forEach(flow -> flow.end(changed.label() + " was partitioned: no selectors on it"));
    }

    private void deal() {
        partitions.deal(config.settings().partitionCount(), flows.all());
    }

    /**
     * The endpoint is gone, or the broker stops: every flow ends.
     *
     * @param code for who comes too late
     */
    void end(ErrorCode code, String reason) {
        List<EngineFlow> ending;
        synchronized (this) {
            ending = flows.end(code, reason);
        }
        ending.forEach(flow -> flow.end(reason));
    }

    // ---- flows and sessions ----

    /** Binds a consumer; see {@link io.reprise.broker.model.vpn.MessageVpn#bind}. */
    public Flow bind(BindRequest request, ClientTally client) {
        EngineFlow flow = new EngineFlow(this, request, client);
        synchronized (this) {
            refuseSelector(flow);
            flows.add(flow, config, context.clock().instant());
            deal();
            if (flow.scan() != null) {
                places.free().watch(flow.scan());
                places.buffers().giveBackAll();
            }
        }
        replayMayGoOn();
        return flow;
    }

    private void refuseSelector(EngineFlow flow) {
        if (partitions.areUsed() && flow.scan() != null) {
            throw BrokerException.refused(
                    ErrorCode.NOT_SUPPORTED,
                    "bind to " + config.label() + " with partitionCount="
                            + config.settings().partitionCount(),
                    "a selector",
                    "none: what it doesn't want would be in its partition's way");
        }
    }

    /** Its flows, in the order in which they were bound. */
    public synchronized List<FlowView> flows() {
        return flows.all().stream()
                .map(flow -> flow.view(config, isActive(flow), places.buffers()::sizeOf))
                .toList();
    }

    void unbind(EngineFlow flow) {
        changeForAll(() -> {
            flows.remove(flow);
            deal();
            if (flow.scan() != null) {
                places.free().unwatch(flow.scan());
            }
            waiting.removeAll(flow);
            places.buffers().giveBackAll(flow);
        });
    }

    /** More flows have room for more. */
    private void replayMayGoOn() {
        if (backlogs.holdsBack()) {
            context.replays().step(config.id());
        }
    }

    synchronized boolean isActive(EngineFlow flow) {
        return flows.isActive(flow, config.settings()) && (!partitions.areUsed() || partitions.hasAny(flow));
    }

    /**
     * Takes the next message for a session, and more ahead for it; {@link FreeMessages#NONE} if there is none for it now. One
     * taken ahead is out of nobody's reach: if others wait, they are signalled.
     */
    long claim(EngineSession session) {
        long msgId;
        List<EngineSession> woken;
        synchronized (this) {
            waiting.looks(session);
            msgId = mayTake(session)
                    ? places.claimNext(session, prefetch(session), waiting.hungry())
                    : FreeMessages.NONE;
            woken = places.buffers().isEmpty(session) ? List.of() : woken();
        }
        woken.forEach(EngineSession::signal);
        return msgId;
    }

    /**
     * The next free message that the selector of a session has not seen; {@link FreeMessages#NONE} if there is none for it now. It
     * stays free for everybody.
     */
    synchronized long peek(EngineSession session, SelectorScan scan) {
        waiting.looks(session);
        return mayTake(session) ? scan.next(places.free()) : FreeMessages.NONE;
    }

    /** Takes a message that the session's selector wants; false if somebody else has it, or the session may take none now. */
    boolean claimWanted(EngineSession session, SelectorScan scan, long msgId) {
        List<EngineSession> woken;
        synchronized (this) {
            if (mayTake(session)) {
                return places.claimFree(session, msgId);
            }
            scan.lookAgain(places.free(), msgId);
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
        return false;
    }

    /** A selector doesn't want what its session may have been signalled for: another may. */
    void passOn() {
        change(() -> {});
    }

    /** A peeked message could not be read: it is to be looked at again, by whoever comes first. */
    void lookAgain(SelectorScan scan, long msgId) {
        change(() -> scan.lookAgain(places.free(), msgId));
    }

    /**
     * Notes that the session waits: one who is not noted is never signalled, so that no message is left to somebody who
     * doesn't look.
     *
     * @return false if there is something for it now, or never will be: it need not wait
     */
    synchronized boolean waits(EngineSession session) {
        if (session.isOver() || mayTake(session) && places.hasAnyFor(session)) {
            return false;
        }
        waiting.add(session);
        return true;
    }

    /** The session no longer waits; a signal it may have had goes to the next. */
    void stopWaiting(EngineSession session) {
        change(() -> waiting.remove(session));
    }

    /** A closed session no longer waits, and what was sent ahead to it goes back uncounted. */
    void leave(EngineSession session) {
        changeForAll(() -> {
            waiting.remove(session);
            places.buffers().giveBack(session);
        });
    }

    /** Attempts counted, those too that the database refused. */
    public synchronized int attempts(long msgId) {
        return places.attempts(msgId);
    }

    /** A message's place on this endpoint: as its slot says, or as a replay has put it here. */
    public synchronized Placement placement(MessageSlot slot) {
        EndpointSettings settings = config.settings();
        if (!backlogs.isCopy(slot.msgId())) {
            for (Placement placement : slot.placements()) {
                if (placement.endpointId() == config.id()) {
                    return placement;
                }
            }
        }
        int priority = settings.respectMsgPriorityEnabled() ? slot.priority() : Message.DEFAULT_PRIORITY;
        return new Placement(config.id(), Lanes.backlog(priority, 0), places.expirationMillis(slot.msgId()));
    }

    /** Whether the delivery is of a message as it is here now, not of one from before a replay began or came to nothing. */
    private boolean isCurrent(EngineDelivery delivery) {
        return backlogs.generationOf(delivery.msgId()) == delivery.ref().generation();
    }

    /** What is to be known of a claimed message before it is delivered. */
    synchronized Outlook outlook(int priority, long msgId) {
        int soFar = places.attempts(msgId);
        // What a replay has put here since an unclean stop was not presented before it, however old it is.
        boolean mustMark = backlogs.isCopy(msgId)
                ? soFar > 0 || msgId <= backlogs.suspectMsgId()
                : horizon.mustMark(priority, msgId, soFar);
        return new Outlook(soFar, mustMark, horizon.isBeyond(priority, msgId));
    }

    /**
     * The claimed message was read and is the session's; false if it was taken away meanwhile, or the session was closed: it closes
     * before it asks what it has, so that nothing is handed to a closed one and forgotten.
     */
    boolean take(int priority, EngineDelivery delivery) {
        EngineSession session = delivery.session();
        boolean taken;
        boolean moves;
        synchronized (this) {
            if (!isCurrent(delivery) || !places.claims().isOf(session, delivery.msgId())) {
                return false;
            }
            taken = !session.isOver();
            moves = taken && horizon.shouldMove(priority, delivery.msgId());
            if (taken) {
                places.read(delivery);
            }
        }
        if (!taken) {
            giveBack(session, delivery.msgId());
        }
        if (moves) {
            context.sink().announce(new Announcement(delivery.ref(), 0, priority));
        }
        return taken;
    }

    /**
     * The delivery is presented now; false if its message was taken away meanwhile, or the session was closed. This is where a
     * message that was sent ahead, or taken, becomes one that counts [spec 4.3].
     */
    boolean present(EngineDelivery delivery) {
        EngineSession session = delivery.session();
        boolean first;
        synchronized (this) {
            if (session.isOver() || !places.claims().isOf(delivery)) {
                return false;
            }
            places.present(delivery);
            first = delivery.deliveryCount() == 1 && !backlogs.isCopy(delivery.msgId());
            boolean again = delivery.deliveryCount() > 1;
            counters.redelivered += again ? 1 : 0;
            session.flow().presented(again);
        }
        if (first) {
            context.sink().delivered(context.clock().millis() - delivery.spooledTimeMillis());
        }
        if (!delivery.isMarked()) {
            context.sink().presented(delivery);
        }
        return true;
    }

    /** A delivery that nobody has seen goes back to its place uncounted; its mark, if there is one, first. */
    void giveBack(EngineDelivery delivery) {
        if (delivery.isMarked()) {
            context.sink().takeBack(delivery);
        } else {
            giveBackUnseen(delivery);
        }
    }

    /** A delivery's message goes back to its place uncounted, if it still is there and its session's. */
    void giveBackUnseen(EngineDelivery delivery) {
        change(() -> {
            if (places.claims().isOf(delivery)) {
                places.giveBack(delivery.session(), delivery.msgId());
            }
        });
    }

    /** A message goes back to its place uncounted, if it still is this session's. */
    void giveBack(EngineSession session, long msgId) {
        change(() -> places.giveBack(session, msgId));
    }

    /**
     * A presented delivery failed: its message is on its way back to its place, and what was sent ahead to its session goes
     * back too, uncounted, since it comes after it.
     */
    void returning(EngineDelivery delivery) {
        boolean nothingAhead;
        synchronized (this) {
            if (isCurrent(delivery)) {
                places.returning(delivery);
            }
            nothingAhead = places.buffers().isEmpty(delivery.session());
        }
        if (!nothingAhead) {
            changeForAll(() -> places.buffers().giveBack(delivery.session()));
        }
    }

    /**
     * Whether its message is with somebody else by now, or with its session once more: a replay began after it was delivered, failed, and
     * the message came back. What is settled of it but by an acknowledgement says nothing then.
     */
    synchronized boolean isOvertaken(EngineDelivery delivery) {
        return isCurrent(delivery) && places.claims().isOvertaken(delivery);
    }

    /** A damaged message is kept out of the way; false if it was taken away meanwhile. */
    synchronized boolean hold(EngineSession session, long msgId) {
        boolean held = places.hold(session, msgId);
        tellIfSettled();
        return held;
    }

    /** Deliveries presented to a session and not settled. */
    synchronized List<EngineDelivery> presentedTo(EngineSession session) {
        return places.claims().presentedTo(session);
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

    /**
     * Takes up to {@code max} messages that nobody is presented and no branch has, held ones too, none younger than {@code lastMsgId}, out of
     * everybody's reach, to be removed; those not removed must be {@link #restore}d.
     */
    public synchronized List<Long> seize(int max, long lastMsgId) {
        return places.seize(max, lastMsgId);
    }

    /** Takes the oldest message that is free, merely sent ahead, or waiting, out of everybody's reach; {@link FreeMessages#NONE} if none is. */
    public synchronized long seizeOldest() {
        return places.seizeOldest();
    }

    /** Whether its oldest messages go where there is no room; any thread. */
    public boolean canDiscard() {
        return canDiscard;
    }

    /** Told by who discards the oldest: none of them could go, or they can again. */
    public void canDiscard(boolean now) {
        canDiscard = now;
    }

    /** Takes one message out of everybody's reach, if nobody is presented it and no branch has it. */
    public synchronized boolean seize(long msgId) {
        return places.seize(msgId);
    }

    /** The same, unless a replay has begun or come to nothing since it was looked at: what is there now may be another. */
    public synchronized boolean seize(AckRef asLookedAt) {
        return backlogs.generationOf(asLookedAt.msgId()) == asLookedAt.generation() && places.seize(asLookedAt.msgId());
    }

    /** Whether a message that was seized is so still: a replay that began since has let go of it, and what is there now is another. */
    public synchronized boolean isSeized(long msgId) {
        return places.outOfReach().isSeized(msgId);
    }

    /** The same for an administrator, who may also have one that is damaged. */
    public synchronized boolean seizeEvenDamaged(long msgId) {
        return places.seizeEvenDamaged(msgId);
    }

    /** Where a message is that is on this endpoint. */
    public synchronized Whereabouts whereabouts(long msgId) {
        return places.whereabouts(msgId);
    }

    /** Those that wait for their time, in the order of their ids. */
    public synchronized List<Long> delayed() {
        return places.delays().ids();
    }

    /** The same with one that this session has claimed and not been presented; false if it was taken away meanwhile. */
    synchronized boolean seizeClaimed(EngineSession session, long msgId) {
        boolean seized = places.seizeClaimed(session, msgId);
        tellIfSettled();
        return seized;
    }

    /** Seized messages that were not removed after all are free again, or wait as before. */
    public void restore(List<Long> msgIds) {
        changeForAll(() ->
                msgIds.forEach(msgId -> places.restore(msgId, context.clock().millis())));
        schedule();
    }

    /** Seized messages that have died and can go nowhere: they stay, out of everybody's reach, until {@link #releaseHeld}. */
    public synchronized void holdSeized(List<Long> msgIds) {
        msgIds.forEach(places::holdSeized);
    }

    /**
     * Dead messages that could go nowhere are offered again, if there are consumers: whoever takes one finds out whether it can go
     * now. With none they stay held, and show it.
     */
    void releaseHeld() {
        boolean any;
        synchronized (this) {
            any = flows.size() > 0 && places.outOfReach().holdsDead();
        }
        if (any) {
            changeForAll(places::releaseDead);
        }
    }

    /** What names a message on this endpoint. */
    public AckRef ref(long msgId, int sizeBytes) {
        return new AckRef(config.id(), backlogs.generationOf(msgId), msgId, sizeBytes);
    }

    /** What it durably holds after the last entry; any thread, at once. */
    public EndpointFigures durable() {
        return durable;
    }

    /** An entry changed what it holds. */
    void durable(EndpointFigures now) {
        durable = now;
    }

    /** How many messages are held here. */
    public synchronized int held() {
        return places.outOfReach().held();
    }

    /** Its live figures. */
    public synchronized DispatchFigures figures() {
        return new DispatchFigures(
                places.buffers().size(),
                places.claims().size(),
                places.outOfReach().inDoubt(),
                places.outOfReach().held(),
                places.delays().size(),
                flows.size(),
                partitions.areUsed() ? partitions.flows() : flows.active(config.settings()),
                counters.copy());
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
        return !session.isOver()
                && isActive(session.flow())
                && session.flow().hasRoom(config.settings().maxDeliveredUnackedMsgsPerFlow())
                && !places.claims().mustReturnBefore(session, config.settings().accessType() == AccessType.EXCLUSIVE);
    }

    /** Where a selector looks nothing is sent ahead: a selector sees what is free, and whoever it is for must find it there. */
    private int prefetch(EngineSession session) {
        return places.free().isWatched() ? 0 : session.flow().prefetch(config);
    }

    private void failed(long msgId, int attemptsNow, long delayedUntilMillis) {
        places.failed(msgId, attemptsNow, delayedUntilMillis, context.clock().millis());
        if (delayedUntilMillis != 0) {
            schedule();
        }
    }

    /** Has those whose time comes first offered again then. */
    private void schedule() {
        long dueMillis;
        synchronized (this) {
            dueMillis = places.delays().timerToSet();
        }
        if (dueMillis != Delays.NEVER) {
            context.timer().after(Math.max(0, dueMillis - context.clock().millis()), () -> timerWentOff(dueMillis));
        }
    }

    private void timerWentOff(long dueMillis) {
        synchronized (this) {
            places.delays().timerWentOff(dueMillis);
        }
        offerDue();
        schedule();
    }

    /** Those whose time has come are free; also for times that the clock has jumped over. */
    void offerDue() {
        boolean due;
        synchronized (this) {
            due = places.delays().isDue(context.clock().millis());
        }
        if (due) {
            changeForAll(() -> places.takeDue(context.clock().millis()));
        }
    }

    /** Who is to be signalled after a change: everybody once a failed message is back, else one for whom there is something. */
    private List<EngineSession> woken() {
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
    private void tellIfSettled() {
        if (places.claims().isEmpty()) {
            notifyAll();
        }
    }

    /** Changes something under the monitor; who is to be signalled then is, outside of it. */
    private void change(Runnable change) {
        List<EngineSession> woken;
        synchronized (this) {
            change.run();
            tellIfSettled();
            woken = woken();
        }
        woken.forEach(EngineSession::signal);
    }

    /** The same where it is changed who may get messages, or for several: everybody looks again. */
    private void changeForAll(Runnable change) {
        List<EngineSession> sessions;
        synchronized (this) {
            change.run();
            tellIfSettled();
            sessions = waiting.signalAll();
        }
        sessions.forEach(EngineSession::signal);
    }
}
