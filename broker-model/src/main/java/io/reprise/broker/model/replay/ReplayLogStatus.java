package io.reprise.broker.model.replay;

/**
 * A replay log's figures as of the last entry [spec 2.1]. Times are milliseconds of the epoch, 0 = there is none.
 *
 * @param usageBytes bodies, properties and topics of what it holds
 * @param messages how many it holds
 * @param oldestMsgId 0 if it is empty
 * @param oldestTimeMillis when that was taken in
 * @param newestMsgId 0 if it is empty
 * @param newestTimeMillis when that was taken in
 * @param createdMillis when the log was created
 * @param loggedMsgs messages put into it since the broker started
 * @param trimmedMsgs messages that left it since the broker started
 * @param overQuotaMsgs messages refused to their publishers since the broker started as it had no room ({@code
 *     discardReplayLogOverQuota})
 * @param loggedMsgsLastMinute messages put into it in the last minute
 * @param trimmedMsgsLastMinute messages that left it in the last minute
 * @param loggedBytes bytes put into it since the broker started, as its quota counts them
 * @param trimmedBytes bytes that left it since the broker started
 * @param loggedBytesLastMinute bytes put into it in the last minute
 * @param trimmedBytesLastMinute bytes that left it in the last minute
 */
public record ReplayLogStatus(
        long usageBytes,
        long messages,
        long oldestMsgId,
        long oldestTimeMillis,
        long newestMsgId,
        long newestTimeMillis,
        long createdMillis,
        long loggedMsgs,
        long trimmedMsgs,
        long overQuotaMsgs,
        long loggedMsgsLastMinute,
        long trimmedMsgsLastMinute,
        long loggedBytes,
        long trimmedBytes,
        long loggedBytesLastMinute,
        long trimmedBytesLastMinute) {}
