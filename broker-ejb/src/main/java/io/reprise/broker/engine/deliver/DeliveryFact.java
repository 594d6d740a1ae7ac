package io.reprise.broker.engine.deliver;

import java.util.EnumSet;
import java.util.Set;

/**
 * What is true of a message on an endpoint and the consumer it is with [spec 4.3]. <em>Buffered</em>, <em>presented</em>,
 * <em>failed</em> and <em>acknowledged</em> are kept apart: only what was presented can fail, and only that counts.
 */
public enum DeliveryFact {
    /** Nobody's: whoever asks next may get it. */
    FREE,
    /** Sent ahead to a session, and still out of nobody's reach. */
    BUFFERED,
    /** A session is reading it; application code has not seen it. */
    CLAIMED,
    /** Application code has it: from here on it counts. */
    PRESENTED,
    /** The attempt failed; its count is on its way to the log. */
    FAILED,
    /** Given back by a session, as nobody has seen it; what the log says of its delivery is on its way to be taken back there. */
    RETURNING,
    /** Waits for its time, after a failure or before its first delivery. */
    DELAYED,
    /** Acknowledged in a prepared branch that is undecided. */
    IN_DOUBT,
    /** Its removal is on its way to the log. */
    LEAVING,
    /** Damaged, or dead with nowhere to go. */
    HELD,
    /** Acknowledged: gone. */
    ACKNOWLEDGED,
    /** Gone otherwise: dead, expired, replaced, purged, retried. */
    REMOVED;

    /** Where it may go from here. */
    public Set<DeliveryFact> next() {
        return switch (this) {
            // What an earlier core of the VPN delivered is free here, and may still be settled.
            case FREE -> EnumSet.of(BUFFERED, CLAIMED, DELAYED, IN_DOUBT, LEAVING, ACKNOWLEDGED, REMOVED);
            case BUFFERED -> EnumSet.of(FREE, CLAIMED, DELAYED, IN_DOUBT, LEAVING, ACKNOWLEDGED, REMOVED);
            case CLAIMED -> EnumSet.of(FREE, PRESENTED, RETURNING, LEAVING, HELD, IN_DOUBT, ACKNOWLEDGED, REMOVED);
            case PRESENTED -> EnumSet.of(FREE, FAILED, RETURNING, DELAYED, IN_DOUBT, ACKNOWLEDGED, REMOVED);
            case FAILED, RETURNING -> EnumSet.of(FREE, DELAYED, IN_DOUBT, ACKNOWLEDGED, REMOVED);
            case DELAYED -> EnumSet.of(FREE, IN_DOUBT, LEAVING, ACKNOWLEDGED, REMOVED);
            case IN_DOUBT -> EnumSet.of(FREE, DELAYED, ACKNOWLEDGED, REMOVED);
            case LEAVING -> EnumSet.of(FREE, DELAYED, HELD, IN_DOUBT, ACKNOWLEDGED, REMOVED);
            case HELD -> EnumSet.of(FREE, LEAVING, IN_DOUBT, ACKNOWLEDGED, REMOVED);
            case ACKNOWLEDGED, REMOVED -> EnumSet.noneOf(DeliveryFact.class);
        };
    }
}
