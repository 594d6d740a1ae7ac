package io.reprise.broker.engine.commit;

import java.util.OptionalLong;

/**
 * What the committer is asked to replay, with its place in the log found already.
 *
 * @param endpointId where to
 * @param replayId names a client's request; empty for an administrator's
 * @param fromMsgId it begins after this message
 * @param startMsgId the message it is to begin after, which must still be in the log; empty for another kind of start
 * @param throughMsgId it ends with this message, or with the last one there is if that comes first
 * @param ratePerSecond at most; 0 = no limit
 */
public record ReplayOrder(
        long endpointId,
        String replayId,
        long fromMsgId,
        OptionalLong startMsgId,
        long throughMsgId,
        int ratePerSecond) {}
