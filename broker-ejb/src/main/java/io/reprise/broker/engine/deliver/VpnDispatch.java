package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.BranchState;
import io.reprise.broker.engine.state.EndpointFigures;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The delivery side of a VPN: one {@link EndpointDispatch} an endpoint, told of each entry after it is on disk. The committer
 * feeds it; any thread looks endpoints up. A concurrent map guards it.
 */
public final class VpnDispatch {
    private final DispatchContext context;
    private final Map<Long, EndpointDispatch> endpoints = new ConcurrentHashMap<>();
    /** What deleted endpoints have counted; guarded by itself. */
    private final DispatchCounters gone = new DispatchCounters();
    /** Told of endpoints over their quota. */
    private volatile LongConsumer overflow = endpointId -> {};

    public VpnDispatch(DispatchContext context) {
        this.context = context;
    }

    /** Puts in an endpoint as recovered. Before anyone is served. */
    public void load(EndpointConfig config, @Nullable EndpointState state, VpnState vpn) {
        EndpointDispatch dispatch = put(config);
        if (state != null) {
            dispatch.durable(EndpointFigures.of(state));
            dispatch.feed().load(state, undecided(config.id(), vpn), vpn.lastMsgId());
        }
    }

    /** What prepared branches acknowledge on an endpoint. */
    private static Set<AckRef> undecided(long endpointId, VpnState vpn) {
        Set<AckRef> undecided = new HashSet<>();
        for (BranchState branch : vpn.branches()) {
            for (AckRef ack : branch.work().acknowledgements()) {
                if (ack.endpointId() == endpointId) {
                    undecided.add(ack);
                }
            }
        }
        return undecided;
    }

    /** A new endpoint; {@link #releaseHeld} is to follow. */
    public EndpointDispatch added(EndpointConfig config) {
        return put(config);
    }

    private EndpointDispatch put(EndpointConfig config) {
        EndpointDispatch dispatch = new EndpointDispatch(context, config);
        endpoints.put(config.id(), dispatch);
        return dispatch;
    }

    /** Dead messages that had nowhere to go are offered again: now there may be room for them. */
    public void releaseHeld() {
        endpoints.values().forEach(dispatch -> dispatch.seizures().releaseHeld());
    }

    /** Delayed messages whose time has come are offered, though no timer said so: the clock may have jumped. */
    public void offerDue() {
        endpoints.values().forEach(EndpointDispatch::offerDue);
    }

    /** Says who is told, on the committer's thread, that an endpoint's oldest messages are to go. Before anyone is served. */
    public void onOverflow(LongConsumer told) {
        overflow = told;
    }

    /** What was just committed brought an endpoint over its quota. */
    public void overflowed(long endpointId) {
        overflow.accept(endpointId);
    }

    /** An endpoint's settings are others; {@link #releaseHeld} is to follow. */
    public void reconfigured(EndpointConfig config) {
        EndpointDispatch dispatch = endpoints.get(config.id());
        if (dispatch != null) {
            dispatch.feed().reconfigured(config);
        }
    }

    public void removed(EndpointConfig config) {
        EndpointDispatch dispatch = endpoints.remove(config.id());
        if (dispatch != null) {
            synchronized (gone) {
                gone.add(dispatch.figures().counters());
            }
            dispatch.end(ErrorCode.ENDPOINT_DELETED, config.label() + " was deleted");
        }
    }

    /** The figures of all together. */
    public DispatchTotals totals() {
        DispatchCounters counters = new DispatchCounters();
        synchronized (gone) {
            counters.add(gone);
        }
        long[] sums = new long[5];
        for (EndpointDispatch endpoint : endpoints.values()) {
            DispatchFigures figures = endpoint.figures();
            sums[0] += figures.buffered();
            sums[1] += figures.inFlight();
            sums[2] += figures.inDoubt();
            sums[3] += figures.held();
            sums[4] += figures.delayed();
            counters.add(figures.counters());
        }
        return new DispatchTotals(sums[0], sums[1], sums[2], sums[3], sums[4], counters);
    }

    public @Nullable EndpointDispatch endpoint(long endpointId) {
        return endpoints.get(endpointId);
    }

    /** What people call an endpoint; its id if it is there no more. */
    public String label(long endpointId) {
        EndpointDispatch dispatch = endpoints.get(endpointId);
        return dispatch == null ? "endpoint " + endpointId : dispatch.config().label();
    }

    /** Every flow ends; what is presented may still be settled. */
    public void endAll(String reason) {
        endpoints.values().forEach(dispatch -> dispatch.end(ErrorCode.VPN_DOWN, reason));
    }

    /** Waits until nothing is in flight any more, at most so long; whether that came. */
    public boolean awaitSettled(Duration wait) {
        long deadlineNanos = System.nanoTime() + wait.toNanos();
        for (EndpointDispatch dispatch : endpoints.values()) {
            if (!dispatch.awaitSettled(deadlineNanos)) {
                return false;
            }
        }
        return true;
    }

    /** What endpoints hold after an entry is told, before anybody hears of that. */
    public void durable(VpnState state) {
        state.tellChanged((endpointId, figures) -> {
            EndpointDispatch dispatch = endpoints.get(endpointId);
            if (dispatch != null) {
                dispatch.durable(figures);
            }
        });
    }

    /** An entry is on disk and applied: its messages are offered, its removals take effect, its failed attempts return. */
    public void committed(EntryHead head, VpnState state) {
        Set<FirstWait> waits = firstWaits(head);
        for (MessageSlot slot : head.messages()) {
            for (Placement placement : slot.placements()) {
                EndpointDispatch dispatch = endpoints.get(placement.endpointId());
                if (dispatch != null) {
                    boolean isToWait =
                            !waits.isEmpty() && waits.contains(new FirstWait(placement.endpointId(), slot.msgId()));
                    dispatch.feed().placed(placement.lane(), slot.msgId(), isToWait);
                }
            }
        }
        for (Effect effect : head.effects()) {
            committed(effect);
            replayed(effect, state);
        }
    }

    /** A step of a replay is in the log. */
    private void replayed(Effect effect, VpnState state) {
        if (effect instanceof ReplayStarted started) {
            restart(started.endpointId(), state);
        } else if (effect instanceof Fed fed) {
            EndpointDispatch dispatch = generation(fed.endpointId(), fed.generation());
            if (dispatch != null) {
                dispatch.feed().fed(fed.lanes(), fed.msgIds(), fed.expirationMillis());
                context.replays().step(fed.endpointId());
            }
        } else if (effect instanceof ReplayJoined joined) {
            EndpointDispatch dispatch = endpoints.get(joined.endpointId());
            EndpointState on = state.endpoint(joined.endpointId());
            if (dispatch != null && on != null) {
                dispatch.feed().joined(on, undecided(joined.endpointId(), state));
                context.replays().step(joined.endpointId());
            }
        } else if (effect instanceof ReplayEnded ended && ended.failure() == ReplayFailure.NONE) {
            EndpointDispatch dispatch = endpoints.get(ended.endpointId());
            EndpointState on = state.endpoint(ended.endpointId());
            if (dispatch != null && on != null) {
                dispatch.feed().completed(on);
            }
        } else if (effect instanceof ReplayEnded ended) {
            restart(ended.endpointId(), state);
        }
    }

    private void restart(long endpointId, VpnState state) {
        EndpointDispatch dispatch = endpoints.get(endpointId);
        EndpointState on = state.endpoint(endpointId);
        if (dispatch != null && on != null) {
            dispatch.feed().restart(on, undecided(endpointId, state));
            context.replays().step(endpointId);
        }
    }

    /** A message that waits before its first delivery on an endpoint: never offered before its time is known. */
    private record FirstWait(long endpointId, long msgId) {}

    private static Set<FirstWait> firstWaits(EntryHead head) {
        if (head.messages().isEmpty()) {
            return Set.of();
        }
        Set<FirstWait> waits = new HashSet<>(0);
        for (Effect effect : head.effects()) {
            if (effect instanceof Delayed delayed && delayed.untilMillis() != 0) {
                waits.add(new FirstWait(delayed.endpointId(), delayed.msgId()));
            }
        }
        return waits;
    }

    private void committed(Effect effect) {
        if (effect instanceof Removed removed) {
            removed(removed);
        } else if (effect instanceof Counted counted) {
            EndpointDispatch dispatch = generation(counted.endpointId(), counted.generation());
            if (dispatch != null) {
                dispatch.feed().counted(counted.msgId(), counted.attempts(), counted.delayedUntilMillis());
            }
        } else if (effect instanceof Presented presented) {
            EndpointDispatch dispatch = generation(presented.endpointId(), presented.generation());
            if (dispatch != null && presented.attempt() == 0) {
                dispatch.feed().unseen(presented.msgId());
            }
        } else if (effect instanceof Delayed delayed) {
            EndpointDispatch dispatch = generation(delayed.endpointId(), delayed.generation());
            if (dispatch != null) {
                dispatch.feed().delayed(delayed.msgId(), delayed.untilMillis());
            }
        } else if (effect instanceof Horizon horizon) {
            EndpointDispatch dispatch = endpoints.get(horizon.endpointId());
            if (dispatch != null) {
                dispatch.feed().reserved(horizon.priority(), horizon.msgId());
            }
        } else if (effect instanceof BranchPrepared prepared) {
            for (AckRef ack : prepared.work().acknowledgements()) {
                EndpointDispatch dispatch = generation(ack.endpointId(), ack.generation());
                if (dispatch != null) {
                    dispatch.feed().prepared(ack.msgId());
                }
            }
        }
    }

    private void removed(Removed removed) {
        EndpointDispatch dispatch = generation(removed.endpointId(), removed.generation());
        if (dispatch == null) {
            return;
        }
        for (long msgId : removed.msgIds()) {
            dispatch.feed().removed(msgId, removed.reason());
        }
        if (dispatch.backlogs().copies() == removed.generation()) {
            context.replays().step(removed.endpointId());
        }
    }

    private @Nullable EndpointDispatch generation(long endpointId, int generation) {
        EndpointDispatch dispatch = endpoints.get(endpointId);
        return dispatch != null && dispatch.backlogs().isLive(generation) ? dispatch : null;
    }
}
