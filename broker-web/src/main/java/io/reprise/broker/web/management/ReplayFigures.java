package io.reprise.broker.web.management;

import io.reprise.broker.model.replay.ReplayStatus;

/**
 * The replay of an endpoint as attributes of the endpoint (spec 2.4): SEMP's names where it has one. Times are unix seconds, 0 is
 * never; counts of starts since the endpoint exists, of refusals since the broker started.
 *
 * @param replayState {@code n/a}, {@code initializing}, {@code active}, {@code pending-complete}, {@code complete}, {@code failed}
 * @param replayStartCount replays started
 * @param replaySuccessCount completed
 * @param replayFailureCount failed or cancelled
 * @param replayRefusedCount starts refused
 * @param replayedTxMsgCount messages that the last one has put on the endpoint
 * @param replayedAckedMsgCount those of them that have left it
 * @param lastReplayStartTime when the last one was started
 * @param lastReplayCompleteTime when one was completed
 * @param lastReplayFailureTime when one failed
 * @param lastReplayFailureReason why, {@code n/a} if none did
 * @param lastReplayedMsgTxTime when messages were last put on the endpoint
 * @param replayCursorMsgId up to which message of the log it has looked
 * @param replayRangeEndMsgId with which it ends
 * @param replayRemainingMsgCount messages of the log that it has still to look at
 * @param replayEstimatedEndTime when that is done, 0 if it is not known
 * @param replayHeldBackMsgCount live messages that wait for it
 * @param replaySetAsideMsgCount messages that come back if it fails
 */
record ReplayFigures(
        String replayState,
        long replayStartCount,
        long replaySuccessCount,
        long replayFailureCount,
        long replayRefusedCount,
        long replayedTxMsgCount,
        long replayedAckedMsgCount,
        long lastReplayStartTime,
        long lastReplayCompleteTime,
        long lastReplayFailureTime,
        String lastReplayFailureReason,
        long lastReplayedMsgTxTime,
        long replayCursorMsgId,
        long replayRangeEndMsgId,
        long replayRemainingMsgCount,
        long replayEstimatedEndTime,
        long replayHeldBackMsgCount,
        long replaySetAsideMsgCount) {
    private static final long MILLIS = 1_000;

    static ReplayFigures of(ReplayStatus status) {
        return new ReplayFigures(
                status.state().sempName(),
                status.startCount(),
                status.successCount(),
                status.failureCount(),
                status.refusedCount(),
                status.replayedTxMsgs(),
                status.replayedAckedMsgs(),
                status.lastStartTimeMillis() / MILLIS,
                status.lastCompleteTimeMillis() / MILLIS,
                status.lastFailureTimeMillis() / MILLIS,
                status.lastFailure().reason(),
                status.lastTxTimeMillis() / MILLIS,
                status.cursorMsgId(),
                status.rangeEndMsgId(),
                status.remainingLogMsgs(),
                status.estimatedEndMillis() / MILLIS,
                status.heldBackMsgs(),
                status.setAsideMsgs());
    }
}
