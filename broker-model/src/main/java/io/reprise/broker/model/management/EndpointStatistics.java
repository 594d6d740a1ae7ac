package io.reprise.broker.model.management;

/**
 * An endpoint's figures at one moment. Gauges are exact; counters count since the broker started.
 *
 * @param spooledMsgCount messages on the endpoint now, in flight ones too
 * @param spooledBytes what of the quota they use
 * @param bufferedMsgCount sent ahead to sessions and not presented
 * @param inFlightMsgCount presented and not settled
 * @param inDoubtMsgCount acknowledged in a prepared branch
 * @param reservedMsgCount messages of prepared branches on their way here
 * @param bindCount flows bound
 * @param activeFlows flows that get messages
 * @param acceptedMsgs accepted since start
 * @param acknowledgedMsgs acknowledged since start
 * @param redeliveredMsgs presented again since start
 * @param expiredMsgs removed by their time to live since start
 * @param discardedMsgs silently refused here since start
 * @param rejectedMsgs refused to their publisher by this endpoint since start
 * @param oldestMsgId 0 if empty
 * @param newestMsgId 0 if empty
 */
public record EndpointStatistics(
        long spooledMsgCount,
        long spooledBytes,
        long bufferedMsgCount,
        long inFlightMsgCount,
        long inDoubtMsgCount,
        long reservedMsgCount,
        int bindCount,
        int activeFlows,
        long acceptedMsgs,
        long acknowledgedMsgs,
        long redeliveredMsgs,
        long expiredMsgs,
        long discardedMsgs,
        long rejectedMsgs,
        long oldestMsgId,
        long newestMsgId) {}
