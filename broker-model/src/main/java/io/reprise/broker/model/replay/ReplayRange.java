package io.reprise.broker.model.replay;

/**
 * What a start really selects: the effective start and the size of the range in the log, before the endpoint's subscriptions pick
 * from it [spec 5.1].
 *
 * @param fromTimeMillis when the first message of the range was taken in, milliseconds of the epoch; 0 if the range is empty
 * @param firstMsgId the first message of the range; 0 if it is empty
 * @param lastMsgId the last one; 0 if it is empty
 * @param loggedMsgs how many messages of the log lie in the range; exact but for the first and the last log entry it cuts, of which
 *     all are counted
 */
public record ReplayRange(long fromTimeMillis, long firstMsgId, long lastMsgId, long loggedMsgs) {
    public static final ReplayRange EMPTY = new ReplayRange(0, 0, 0, 0);
}
