package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;

/**
 * What a replay has found in the log, from where it stood.
 *
 * @param endpointId where it goes
 * @param generation which replay it is
 * @param fromMsgId where it stood
 * @param throughMsgId up to where it has looked
 * @param messages those that it selects, rising; at most {@link #MAX_MESSAGES}
 */
public record ReplayFeed(
        long endpointId, int generation, long fromMsgId, long throughMsgId, List<MessageSlot> messages) {
    /** So many at most are put on an endpoint in one entry. */
    public static final int MAX_MESSAGES = 5_000;
}
