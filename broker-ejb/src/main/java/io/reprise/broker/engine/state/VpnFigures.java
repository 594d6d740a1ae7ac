package io.reprise.broker.engine.state;

import io.reprise.broker.model.replay.ReplayState;
import java.util.Map;

/**
 * A state's figures after one entry. Immutable: made by the committer, read by anyone.
 *
 * @param lastCommitNo number of the last entry
 * @param lastMsgId the last id given
 * @param spooledMessages references on all endpoints
 * @param spooledBytes their bytes
 * @param logEntries entries stored
 * @param preparedBranches branches undecided
 * @param oldestPreparedCommitNo the entry that prepared the oldest of them; 0 if there are none
 * @param replays how many endpoints have a replay in each state, but for those that have none
 * @param replayLog what the replay log holds
 */
public record VpnFigures(
        long lastCommitNo,
        long lastMsgId,
        long spooledMessages,
        long spooledBytes,
        long logEntries,
        int preparedBranches,
        long oldestPreparedCommitNo,
        Map<ReplayState, Integer> replays,
        LogFigures replayLog) {
    /** Those of a state as it is now; the committer's thread. */
    public static VpnFigures of(VpnState state) {
        return new VpnFigures(
                state.lastCommitNo(),
                state.lastMsgId(),
                state.spooledMessages(),
                state.spooledBytes(),
                state.entries().entries(),
                state.branches().size(),
                oldestPrepared(state),
                state.replays(),
                LogFigures.of(state));
    }

    private static long oldestPrepared(VpnState state) {
        long oldest = 0;
        for (BranchState branch : state.branches()) {
            oldest = oldest == 0 ? branch.prepareCommitNo() : Math.min(oldest, branch.prepareCommitNo());
        }
        return oldest;
    }

    /** Endpoints whose replay is under way. */
    public int runningReplays() {
        return replays.entrySet().stream()
                .filter(entry -> entry.getKey().isRunning())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
