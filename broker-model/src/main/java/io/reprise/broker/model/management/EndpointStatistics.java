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
 * @param delayedMsgCount waiting for their time after a failure
 * @param heldMsgCount damaged, or dead with nowhere to go
 * @param bindCount flows bound
 * @param activeFlows flows that get messages
 * @param acceptedMsgs accepted since start
 * @param acknowledgedMsgs acknowledged since start
 * @param redeliveredMsgs presented again since start
 * @param expiredMsgs removed by their time to live since start
 * @param maxRedeliveryExceededMsgs removed since start as they were delivered as often as they may be
 * @param consumerRejectedMsgs removed since start as their consumers rejected them
 * @param overflowedMsgs removed since start as the oldest where there was no room
 * @param retriedMsgs sent back since start to where they died
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
        long delayedMsgCount,
        long heldMsgCount,
        int bindCount,
        int activeFlows,
        long acceptedMsgs,
        long acknowledgedMsgs,
        long redeliveredMsgs,
        long expiredMsgs,
        long maxRedeliveryExceededMsgs,
        long consumerRejectedMsgs,
        long overflowedMsgs,
        long retriedMsgs,
        long discardedMsgs,
        long rejectedMsgs,
        long oldestMsgId,
        long newestMsgId) {}
