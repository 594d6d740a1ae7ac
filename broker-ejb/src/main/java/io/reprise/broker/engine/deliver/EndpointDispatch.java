package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointFigures;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.FlowView;
import io.reprise.broker.model.message.Message;
import java.util.List;

/**
 * Who gets which message of one endpoint next: what of its backlog is free, what is in flight to whom, who waits. Nothing here is durable;
 * it is rebuilt from the state. Its parts go by who calls them: the committer tells its {@link CommittedFeed} what is on disk, sessions take
 * and give back by its {@link HandOver}, duties and administrators take messages away by its {@link Seizures}; flows and figures are here, for
 * any thread. All share one {@link DispatchMonitor}, which guards everything, is held for microseconds and never across I/O; sessions are
 * signalled outside of it.
 */
public final class EndpointDispatch {
    private final DispatchMonitor monitor;
    private final OfferTimer timer;
    private final CommittedFeed feed;
    private final HandOver handOver;
    private final Seizures seizures;
    private volatile EndpointFigures durable = EndpointFigures.NONE;
    private volatile boolean canDiscard = true;

    EndpointDispatch(DispatchContext context, EndpointConfig config) {
        this.monitor = new DispatchMonitor(context, config);
        this.timer = new OfferTimer(monitor);
        this.feed = new CommittedFeed(monitor, timer);
        this.handOver = new HandOver(monitor);
        this.seizures = new Seizures(monitor, timer);
    }

    DispatchContext context() {
        return monitor.context();
    }

    EndpointConfig config() {
        return monitor.config();
    }

    CommittedFeed feed() {
        return feed;
    }

    HandOver handOver() {
        return handOver;
    }

    public Seizures seizures() {
        return seizures;
    }

    /** In which backlogs its messages are; the committer changes it. */
    LiveBacklogs backlogs() {
        return monitor.backlogs();
    }

    /** Those whose time has come are free; also for times that the clock has jumped over. */
    void offerDue() {
        timer.offerDue();
    }

    // ---- flows ----

    /** Binds a consumer; see {@link io.reprise.broker.model.vpn.MessageVpn#bind}. */
    public Flow bind(BindRequest request, ClientTally client) {
        EngineFlow flow = new EngineFlow(this, request, client);
        synchronized (monitor) {
            refuseSelector(flow);
            monitor.flows().add(flow, config(), context().clock().instant());
            monitor.deal();
            if (flow.scan() != null) {
                monitor.places().free().watch(flow.scan());
                monitor.places().buffers().giveBackAll();
            }
        }
        replayMayGoOn();
        return flow;
    }

    private void refuseSelector(EngineFlow flow) {
        if (monitor.partitions().areUsed() && flow.scan() != null) {
            throw BrokerException.refused(
                    ErrorCode.NOT_SUPPORTED,
                    "bind to " + config().label() + " with partitionCount="
                            + config().settings().partitionCount(),
                    "a selector",
                    "none: what it doesn't want would be in its partition's way");
        }
    }

    /** More flows have room for more. */
    private void replayMayGoOn() {
        if (backlogs().holdsBack()) {
            context().replays().step(config().id());
        }
    }

    void unbind(EngineFlow flow) {
        monitor.changeForAll(() -> {
            monitor.flows().remove(flow);
            monitor.deal();
            if (flow.scan() != null) {
                monitor.places().free().unwatch(flow.scan());
            }
            monitor.waiting().removeAll(flow);
            monitor.places().buffers().giveBackAll(flow);
        });
    }

    boolean isActive(EngineFlow flow) {
        synchronized (monitor) {
            return monitor.isActive(flow);
        }
    }

    /** Its flows, in the order in which they were bound. */
    public List<FlowView> flows() {
        synchronized (monitor) {
            return monitor.flows().all().stream()
                    .map(flow -> flow.view(
                            config(), monitor.isActive(flow), monitor.places().buffers()::sizeOf))
                    .toList();
        }
    }

    /**
     * The endpoint is gone, or the broker stops: every flow ends.
     *
     * @param code for who comes too late
     */
    void end(ErrorCode code, String reason) {
        List<EngineFlow> ending;
        synchronized (monitor) {
            ending = monitor.flows().end(code, reason);
        }
        ending.forEach(flow -> flow.end(reason));
    }

    /** Waits until nothing is in flight, until the deadline; whether that came. Interrupts are kept for later. */
    boolean awaitSettled(long deadlineNanos) {
        return monitor.awaitSettled(deadlineNanos);
    }

    // ---- what is known of a message ----

    /** What names a message on this endpoint. */
    public AckRef ref(long msgId, int sizeBytes) {
        return monitor.ref(msgId, sizeBytes);
    }

    /** Attempts counted, those too that the database refused. */
    public int attempts(long msgId) {
        synchronized (monitor) {
            return monitor.places().attempts(msgId);
        }
    }

    /** A message's place on this endpoint: as its slot says, or as a replay has put it here. */
    public Placement placement(MessageSlot slot) {
        synchronized (monitor) {
            if (!backlogs().isCopy(slot.msgId())) {
                for (Placement placement : slot.placements()) {
                    if (placement.endpointId() == config().id()) {
                        return placement;
                    }
                }
            }
            int priority = config().settings().respectMsgPriorityEnabled() ? slot.priority() : Message.DEFAULT_PRIORITY;
            return new Placement(
                    config().id(), Lanes.backlog(priority, 0), monitor.places().expirationMillis(slot.msgId()));
        }
    }

    /** Where a message is that is on this endpoint. */
    public Whereabouts whereabouts(long msgId) {
        synchronized (monitor) {
            return monitor.places().whereabouts(msgId);
        }
    }

    /** Those that wait for their time, in the order of their ids. */
    public List<Long> delayed() {
        synchronized (monitor) {
            return monitor.places().delays().ids();
        }
    }

    // ---- figures ----

    /** Its live figures. */
    public DispatchFigures figures() {
        synchronized (monitor) {
            MessagePlaces places = monitor.places();
            return new DispatchFigures(
                    places.buffers().size(),
                    places.claims().size(),
                    places.outOfReach().inDoubt(),
                    places.outOfReach().held(),
                    places.delays().size(),
                    monitor.flows().size(),
                    monitor.partitions().areUsed()
                            ? monitor.partitions().flows()
                            : monitor.flows().active(config().settings()),
                    monitor.counters().copy());
        }
    }

    /** How many messages are held here. */
    public int held() {
        synchronized (monitor) {
            return monitor.places().outOfReach().held();
        }
    }

    /** A message was refused here: to its publisher, or silently. */
    public void refused(boolean toSender) {
        synchronized (monitor) {
            if (toSender) {
                monitor.counters().rejected++;
            } else {
                monitor.counters().discarded++;
            }
        }
    }

    /** What it durably holds after the last entry; any thread, at once. */
    public EndpointFigures durable() {
        return durable;
    }

    /** An entry changed what it holds. */
    void durable(EndpointFigures now) {
        durable = now;
    }

    /** Whether its oldest messages go where there is no room; any thread. */
    public boolean canDiscard() {
        return canDiscard;
    }

    /** Told by who discards the oldest: none of them could go, or they can again. */
    public void canDiscard(boolean now) {
        canDiscard = now;
    }
}
