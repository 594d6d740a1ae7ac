package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes messages whose time to live has ended though nobody asks for them [spec 1.4]. Messages in flight don't expire
 * [LOG.md L19]. It looks at the oldest of each expiring lane; within a lane times to live differ by a factor of two at most,
 * so one that expires out of order is found at the latest when those before it expire.
 */
public final class ExpirySweeper implements Duty {
    private static final int BATCH = 1_000;

    private final VpnCore core;
    private final InstantSource clock;

    public ExpirySweeper(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    private record Candidates(long endpointId, List<Long> msgIds) {}

    @Override
    public void runOnce() {
        core.atBoundary(ExpirySweeper::oldestOfExpiringLanes).forEach(this::sweep);
    }

    private static List<Candidates> oldestOfExpiringLanes(VpnState state) {
        List<Candidates> result = new ArrayList<>();
        for (EndpointState endpoint : state.endpoints()) {
            for (int lane : endpoint.laneNumbers()) {
                if (Lanes.expires(lane)) {
                    List<Long> msgIds = new ArrayList<>();
                    endpoint.forEachInLane(lane, 0, msgId -> msgIds.add(msgId) && msgIds.size() < BATCH);
                    result.add(new Candidates(endpoint.id(), msgIds));
                }
            }
        }
        return result;
    }

    private void sweep(Candidates candidates) {
        EndpointDispatch dispatch = core.dispatch().endpoint(candidates.endpointId());
        if (dispatch == null) {
            return;
        }
        long nowMillis = clock.millis();
        List<AckRef> expired = new ArrayList<>();
        for (long msgId : candidates.msgIds()) {
            MessageSlot slot = core.reader().slot(msgId);
            if (slot != null && isExpired(slot, candidates.endpointId(), nowMillis) && dispatch.seize(msgId)) {
                expired.add(dispatch.ref(msgId, slot.sizeBytes()));
            }
        }
        if (!expired.isEmpty()) {
            core.remove(expired, Removal.EXPIRED).await();
        }
    }

    private static boolean isExpired(MessageSlot slot, long endpointId, long nowMillis) {
        for (Placement placement : slot.placements()) {
            if (placement.endpointId() == endpointId) {
                return placement.expirationMillis() != 0 && placement.expirationMillis() <= nowMillis;
            }
        }
        return false;
    }
}
