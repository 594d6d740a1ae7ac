package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.publish.CommitOutcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes messages whose time to live has ended though nobody asks for them [spec 1.4]. Messages in flight don't expire
 * [LOG.md L19]. It looks at the oldest of each expiring lane, and further while it finds any expired; within a lane times to
 * live differ by a factor of two at most, so one that expires out of order is found at the latest when those before it expire.
 * One thread at a time.
 */
public final class ExpirySweeper implements Duty {
    private static final int BATCH = 1_000;

    /** However late the next one expires, a lane is looked at again after so long: what is at its head may have gone. */
    private static final long LONGEST_REST_MILLIS = 60_000;

    private final VpnCore core;
    private final InstantSource clock;
    /** When the earliest of those looked at last expires, by lane, milliseconds: until then there is nothing to look for. */
    private final Map<LaneKey, Long> nextLooks = new HashMap<>();

    public ExpirySweeper(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    private record LaneKey(long endpointId, int lane) {}

    /** What one look at a page of a lane found. */
    private record Page(List<MessageSlot> seized, int expired, long nextExpiryMillis, long lastMsgId) {}

    @Override
    public void runOnce() {
        long nowMillis = clock.millis();
        List<LaneKey> lanes = core.atBoundary(ExpirySweeper::expiringLanes);
        nextLooks.keySet().retainAll(lanes);
        for (LaneKey lane : lanes) {
            if (nextLooks.getOrDefault(lane, 0L) <= nowMillis) {
                nextLooks.put(lane, sweep(lane, nowMillis));
            }
        }
    }

    private static List<LaneKey> expiringLanes(VpnState state) {
        List<LaneKey> result = new ArrayList<>();
        for (EndpointState endpoint : state.endpoints()) {
            for (int lane : endpoint.laneNumbers()) {
                if (Lanes.expires(lane)) {
                    result.add(new LaneKey(endpoint.id(), lane));
                }
            }
        }
        return result;
    }

    /** Removes what has expired at the head of a lane; when to look at it again, milliseconds of the epoch. */
    private long sweep(LaneKey lane, long nowMillis) {
        EndpointDispatch dispatch = core.dispatch().endpoint(lane.endpointId());
        long from = 0;
        long nextLookMillis = nowMillis + LONGEST_REST_MILLIS;
        while (dispatch != null) {
            Page page = look(dispatch, lane, idsFrom(lane, from), nowMillis);
            if (!page.seized().isEmpty() && !remove(dispatch, page.seized())) {
                return nowMillis;
            }
            boolean someInFlight = page.seized().size() < page.expired();
            nextLookMillis = Math.min(nextLookMillis, someInFlight ? nowMillis : page.nextExpiryMillis());
            if (page.lastMsgId() == 0) {
                // Nothing is left there: what comes next may expire at any time.
                return Math.min(nowMillis, nextLookMillis);
            }
            if (page.expired() == 0) {
                return nextLookMillis;
            }
            from = page.lastMsgId() + 1;
        }
        return nowMillis;
    }

    private boolean remove(EndpointDispatch dispatch, List<MessageSlot> expired) {
        return core.die(dispatch, expired, DeathReason.TTL).await() instanceof CommitOutcome.Stored;
    }

    private List<Long> idsFrom(LaneKey lane, long from) {
        return core.atBoundary(state -> Optional.ofNullable(state.endpoint(lane.endpointId()))
                .map(endpoint -> {
                    List<Long> ids = new ArrayList<>();
                    endpoint.forEachInLane(lane.lane(), from, msgId -> ids.add(msgId) && ids.size() < BATCH);
                    return ids;
                })
                .orElse(List.of()));
    }

    private Page look(EndpointDispatch dispatch, LaneKey lane, List<Long> msgIds, long nowMillis) {
        Map<AckRef, MessageSlot> expired = new LinkedHashMap<>();
        long nextExpiryMillis = Long.MAX_VALUE;
        for (long msgId : msgIds) {
            AckRef asLookedAt = dispatch.ref(msgId, 0);
            MessageSlot slot = core.reader().slot(msgId);
            long expirationMillis = slot == null ? 0 : dispatch.placement(slot).expirationMillis();
            if (expirationMillis > nowMillis) {
                nextExpiryMillis = Math.min(nextExpiryMillis, expirationMillis);
            } else if (slot != null && expirationMillis != 0) {
                expired.put(asLookedAt, slot);
            }
        }
        // Seized only now: had the reading failed half-way, nobody would have given them back.
        List<MessageSlot> seized = new ArrayList<>();
        expired.forEach((asLookedAt, slot) -> {
            if (dispatch.seizures().seize(asLookedAt)) {
                seized.add(slot);
            }
        });
        long lastMsgId = msgIds.isEmpty() ? 0 : msgIds.get(msgIds.size() - 1);
        return new Page(seized, expired.size(), nextExpiryMillis, lastMsgId);
    }
}
