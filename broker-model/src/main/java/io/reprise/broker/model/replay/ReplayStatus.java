package io.reprise.broker.model.replay;

/**
 * The replay of an endpoint at one moment [spec 2.4]. Times are milliseconds of the epoch, 0 = never. All of it is durable.
 *
 * @param state how far it is
 * @param startCount replays started, ever
 * @param successCount completed
 * @param failureCount failed or cancelled
 * @param refusedCount starts refused since the broker started
 * @param replayedTxMsgs messages that the last replay has put on the endpoint
 * @param replayedAckedMsgs those of them that have left it
 * @param lastStartTimeMillis when the last one was started
 * @param lastCompleteTimeMillis when one was completed
 * @param lastFailureTimeMillis when one failed
 * @param lastFailure why
 * @param lastTxTimeMillis when it last put messages on the endpoint
 * @param cursorMsgId up to which message of the log it has looked
 * @param rangeEndMsgId the message it ends with
 * @param remainingLogMsgs messages of the log it has not looked at; exact but for the log entries that are cut
 * @param estimatedEndMillis when its range will be done if it goes on as so far; 0 if that is not known
 * @param heldBackMsgs live messages that wait for it
 * @param setAsideMsgs messages that come back if it fails
 */
public record ReplayStatus(
        ReplayState state,
        long startCount,
        long successCount,
        long failureCount,
        long refusedCount,
        long replayedTxMsgs,
        long replayedAckedMsgs,
        long lastStartTimeMillis,
        long lastCompleteTimeMillis,
        long lastFailureTimeMillis,
        ReplayFailure lastFailure,
        long lastTxTimeMillis,
        long cursorMsgId,
        long rangeEndMsgId,
        long remainingLogMsgs,
        long estimatedEndMillis,
        long heldBackMsgs,
        long setAsideMsgs) {}
