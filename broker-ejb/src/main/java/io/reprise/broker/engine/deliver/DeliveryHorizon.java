package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.state.EndpointState;

/**
 * Which messages may be presented without a word in the log, and which must be announced first: those above the horizon, those
 * that failed before, and the suspect, which lay below it when the broker ended without a clean stop [LOG.md L24]. Not thread-safe:
 * guarded by its {@link DispatchMonitor}.
 */
final class DeliveryHorizon {
    /** So near to the horizon it is moved on, while deliveries go on. */
    private static final int ASKED_AHEAD_IDS = 500;

    private final long[] reserved = new long[Lanes.PRIORITIES];
    private final long[] suspect = new long[Lanes.PRIORITIES];
    private final long[] asked = new long[Lanes.PRIORITIES];

    /**
     * As recovered.
     *
     * @param lastMsgId the last there was then: what comes later was not presented before
     */
    void load(EndpointState state, long lastMsgId) {
        for (int priority = 0; priority < Lanes.PRIORITIES; priority++) {
            reserved[priority] = state.horizon(priority);
            suspect[priority] = Math.min(lastMsgId, state.suspectUpTo(priority));
        }
    }

    /** The log says so. */
    void reserved(int priority, long msgId) {
        reserved[priority] = Math.max(reserved[priority], msgId);
    }

    /** Whether the delivery itself must be in the log before it is made. */
    boolean mustMark(int priority, long msgId, int attempts) {
        return attempts > 0 || msgId <= suspect[priority];
    }

    boolean isBeyond(int priority, long msgId) {
        return msgId > reserved[priority];
    }

    /** Whether it is time to move the horizon on, unawaited; true once for each move. */
    boolean shouldMove(int priority, long msgId) {
        if (msgId + ASKED_AHEAD_IDS <= Math.max(reserved[priority], asked[priority])) {
            return false;
        }
        asked[priority] = msgId + 2 * ASKED_AHEAD_IDS;
        return true;
    }
}
