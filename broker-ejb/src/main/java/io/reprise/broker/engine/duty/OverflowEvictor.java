package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.endpoint.OverflowPolicy;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the oldest messages go from endpoints that took new ones over their quota and discard old ones for it [spec 1.4, ADR 0009]: to
 * the dead message queue, or away if the endpoint names none. Messages in flight stay. Woken by the commit; besides, it looks at all
 * endpoints now and then, for what a restart left over and for dead message queues that have room again. One thread at a time.
 */
public final class OverflowEvictor implements Duty {
    private static final System.Logger LOG = System.getLogger(OverflowEvictor.class.getName());
    private static final int BATCH = 1_000;

    private final VpnCore core;
    private final Executor executor;
    private final SteadyDuty work;
    private final Set<Long> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean running = new AtomicBoolean();

    /** @param executor runs it when it is woken; may block for the database */
    public OverflowEvictor(VpnCore core, Executor executor, String name) {
        this.core = core;
        this.executor = executor;
        this.work = new SteadyDuty(name, this::evictWaiting);
    }

    /** An endpoint is over its quota. The committer's thread: only hands over. */
    public void wake(long endpointId) {
        waiting.add(endpointId);
        start();
    }

    private void start() {
        if (!running.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException e) {
            running.set(false);
            LOG.log(System.Logger.Level.DEBUG, "overflow: the server is stopping", e);
        }
    }

    private void work() {
        try {
            work.run();
        } finally {
            running.set(false);
        }
        if (!waiting.isEmpty()) {
            start();
        }
    }

    @Override
    public void runOnce() {
        for (EndpointConfig endpoint : core.directory().all()) {
            if (endpoint.settings().overflowPolicy() == OverflowPolicy.DISCARD_OLD) {
                waiting.add(endpoint.id());
            }
        }
        if (!waiting.isEmpty() && running.compareAndSet(false, true)) {
            work();
        }
    }

    private void evictWaiting() {
        for (long endpointId : Set.copyOf(waiting)) {
            waiting.remove(endpointId);
            evict(endpointId);
        }
    }

    /** Until the endpoint is within its quota, or nothing more can go. */
    private void evict(long endpointId) {
        EndpointDispatch dispatch = core.dispatch().endpoint(endpointId);
        long excessBytes = excessBytes(endpointId);
        boolean goesOn = dispatch != null;
        while (dispatch != null && goesOn && excessBytes > 0) {
            goesOn = evict(dispatch, excessBytes);
            excessBytes = excessBytes(endpointId);
        }
        if (dispatch != null) {
            dispatch.canDiscard(goesOn);
        }
    }

    private long excessBytes(long endpointId) {
        EndpointConfig endpoint = core.directory().byId(endpointId);
        if (endpoint == null
                || endpoint.settings().isLastValueQueue()
                || endpoint.settings().overflowPolicy() != OverflowPolicy.DISCARD_OLD) {
            return 0;
        }
        return core.atBoundary(state -> {
            EndpointState on = state.endpoint(endpointId);
            return on == null
                    ? 0
                    : on.sizeBytes() + on.reservedBytes() - endpoint.settings().maxSpoolBytes();
        });
    }

    /** Whether any went. */
    private boolean evict(EndpointDispatch dispatch, long excessBytes) {
        List<MessageSlot> oldest = seizeOldest(dispatch, excessBytes);
        return !oldest.isEmpty()
                && core.die(dispatch, oldest, DeathReason.OVERFLOW).await() instanceof CommitOutcome.Stored stored
                && stored.messages() > 0;
    }

    /** As many as it takes. If the database is away they are given back; one that the log doesn't have is held [LOG.md L11]. */
    private List<MessageSlot> seizeOldest(EndpointDispatch dispatch, long excessBytes) {
        List<Long> seized = new ArrayList<>();
        List<MessageSlot> slots = new ArrayList<>();
        boolean done = false;
        try {
            long bytes = 0;
            while (bytes < excessBytes && slots.size() < BATCH) {
                long msgId = dispatch.seizures().seizeOldest();
                if (msgId < 0) {
                    break;
                }
                seized.add(msgId);
                MessageSlot slot = core.reader().slot(msgId);
                if (slot == null) {
                    dispatch.seizures().hold(List.of(msgId));
                } else {
                    slots.add(slot);
                    bytes += slot.sizeBytes();
                }
            }
            done = true;
            return slots;
        } finally {
            if (!done) {
                dispatch.seizures().restore(seized);
            }
        }
    }
}
