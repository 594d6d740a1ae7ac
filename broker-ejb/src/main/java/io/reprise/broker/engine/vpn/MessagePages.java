package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import java.util.ArrayList;
import java.util.List;

/** The ids on an endpoint a page at a time, in their own order, whatever their priority. Pure; run between two entries. */
final class MessagePages {
    private MessagePages() {}

    /** Up to {@code limit} ids greater than {@code msgId}; fewer are the end. */
    static List<Long> after(VpnState state, long endpointId, long msgId, int limit) {
        EndpointState endpoint = state.endpoint(endpointId);
        List<Long> ids = new ArrayList<>();
        if (endpoint != null) {
            for (int lane : endpoint.laneNumbers()) {
                int most = ids.size() + limit;
                endpoint.forEachInLane(lane, msgId + 1, id -> {
                    ids.add(id);
                    return ids.size() < most;
                });
            }
        }
        return ids.stream().sorted().limit(limit).toList();
    }
}
