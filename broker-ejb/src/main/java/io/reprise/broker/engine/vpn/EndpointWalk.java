package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where a browser stands in a backlog, and the page of it that comes next: the highest priority first, within it in the order of ids.
 * One thread at a time moves it; the state is read by the committer, between two entries.
 */
final class EndpointWalk {
    private static final int PAGE = 256;

    private final long endpointId;
    private int priority = Lanes.PRIORITIES - 1;
    private long lastMsgId;

    EndpointWalk(long endpointId) {
        this.endpointId = endpointId;
    }

    /**
     * A message on the way.
     *
     * @param isCopy whether a replay has put it there: it expires as is said here, else as its slot says
     * @param expirationMillis of a copy, milliseconds of the epoch; 0 = never
     */
    record Step(int priority, long msgId, int attempts, boolean isCopy, long expirationMillis) {}

    /** The steps after where it stands; empty if there are none, or no endpoint any more. */
    List<Step> page(VpnState state) {
        EndpointState endpoint = state.endpoint(endpointId);
        List<Step> page = List.of();
        int from = priority;
        long after = lastMsgId;
        while (endpoint != null && page.isEmpty() && from >= 0) {
            page = page(endpoint, from, after);
            from--;
            after = 0;
        }
        return page;
    }

    void passed(Step step) {
        priority = step.priority();
        lastMsgId = step.msgId();
    }

    private static List<Step> page(EndpointState endpoint, int priority, long after) {
        List<Step> steps = new ArrayList<>();
        for (int lane : endpoint.laneNumbers()) {
            if (Lanes.priority(lane) == priority) {
                int most = steps.size() + PAGE;
                endpoint.forEachInLane(lane, after + 1, msgId -> {
                    steps.add(step(endpoint, priority, msgId));
                    return steps.size() < most;
                });
            }
        }
        steps.sort(Comparator.comparingLong(Step::msgId));
        return steps.size() > PAGE ? List.copyOf(steps.subList(0, PAGE)) : steps;
    }

    private static Step step(EndpointState endpoint, int priority, long msgId) {
        return new Step(
                priority, msgId, endpoint.attempts(msgId), endpoint.isCopy(msgId), endpoint.expirationMillis(msgId));
    }
}
