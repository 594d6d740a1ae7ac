package io.reprise.broker.web.management;

import io.reprise.broker.model.replay.ReplayState;
import java.util.Map;

/** How many endpoints of a VPN have a replay in each state, under SEMP's names (spec 2.4). */
record ReplayCounts(
        long msgReplayInitializingCount,
        long msgReplayActiveCount,
        long msgReplayPendingCompleteCount,
        long msgReplayCompleteCount,
        long msgReplayFailedCount) {
    static ReplayCounts of(Map<ReplayState, Integer> counts) {
        return new ReplayCounts(
                counts.getOrDefault(ReplayState.INITIALIZING, 0),
                counts.getOrDefault(ReplayState.ACTIVE, 0),
                counts.getOrDefault(ReplayState.PENDING_COMPLETE, 0),
                counts.getOrDefault(ReplayState.COMPLETE, 0),
                counts.getOrDefault(ReplayState.FAILED, 0));
    }
}
