package io.reprise.broker.model.management;

import io.reprise.broker.model.error.ErrorCode;
import java.time.Instant;
import java.util.Map;

/**
 * A client of a VPN on this server at one moment: an activation, a connection, or a user of HTTP. Counters count since it was first seen
 * [spec 1.5].
 *
 * @param name the activation's name, the connection's client identifier, or a user and where from
 * @param username who it is, if that is known; else empty
 * @param firstSeen when it was first seen
 * @param lastActive when it last came, went or published
 * @param flows that it has bound now
 * @param subscriptions that it has live now
 * @param publishedMsgs guaranteed ones stored, or admitted where that is enough
 * @param duplicateMsgs sent again, acknowledged and dropped
 * @param rejections guaranteed ones refused, by reason; only what occurred
 * @param directMsgs published direct
 * @param promotedMsgs of them stored for an endpoint or the replay log
 * @param promotionDiscards of them not stored, for want of room
 * @param presentedMsgs presented to it
 * @param redeliveredMsgs of them not for the first time
 * @param acknowledgedMsgs acknowledged by it, in a prepared branch too
 * @param liveMsgs handed to its live subscriptions
 * @param demotedMsgs of them published guaranteed
 * @param directDiscards direct ones lost in its own buffers
 */
public record ClientView(
        String name,
        String username,
        Instant firstSeen,
        Instant lastActive,
        int flows,
        int subscriptions,
        long publishedMsgs,
        long duplicateMsgs,
        Map<ErrorCode, Long> rejections,
        long directMsgs,
        long promotedMsgs,
        long promotionDiscards,
        long presentedMsgs,
        long redeliveredMsgs,
        long acknowledgedMsgs,
        long liveMsgs,
        long demotedMsgs,
        long directDiscards) {
    /** Guaranteed messages refused to it, for all reasons. */
    public long rejectedMsgs() {
        return rejections.values().stream().mapToLong(Long::longValue).sum();
    }
}
