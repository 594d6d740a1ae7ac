package io.reprise.broker.model.management;

/**
 * How a REST delivery point fares, or one of its REST consumers or queue bindings; counters count since the broker started, on this
 * server. What {@code monitor} shows.
 *
 * @param up whether it works: a REST consumer as far as is known, a queue binding that is bound, a delivery point that has one of each
 * @param lastFailureReason why it last did not work, or a message was not taken; empty if never
 * @param lastFailureTime when that was, unix seconds; 0 is never
 * @param inFlightMsgs messages being posted now
 * @param postedMsgs messages whose request was sent, or begun to be
 * @param ackedMsgs answered with 2xx, and acknowledged
 * @param failedMsgs answered with anything else, or not at all: counted deliveries
 * @param unreachedMsgs messages that were not sent as the target could not be reached: not counted as delivered
 * @param refusedAttempts how often the target was not on the server's list of what is allowed, and nothing was tried
 */
public record PushStatistics(
        boolean up,
        String lastFailureReason,
        long lastFailureTime,
        long inFlightMsgs,
        long postedMsgs,
        long ackedMsgs,
        long failedMsgs,
        long unreachedMsgs,
        long refusedAttempts) {}
