package io.reprise.broker.model.management;

import java.time.Instant;

/**
 * A flow of an endpoint at one moment: one activation, or one consumer of a client [spec 1.4]. Counters count since it was bound.
 *
 * @param id its number on the endpoint, in the order in which flows were bound since the broker serves the VPN
 * @param clientName whose it is
 * @param clientUsername who that is, if it is known; else empty
 * @param active whether it gets messages: on an exclusive endpoint the others stand by
 * @param bound since when
 * @param selector what it wants; empty for all
 * @param sessions how many it has open
 * @param prefetch how many messages each of them may have sent ahead; 0 on demand
 * @param maxUnacked how many it may have unacknowledged
 * @param bufferedMsgCount sent ahead to it and not presented
 * @param unackedMsgCount taken by it, presented or about to be, and not settled
 * @param presentedMsgs presented to it
 * @param redeliveredMsgs of them not for the first time
 * @param acknowledgedMsgs acknowledged by it, in a prepared branch too
 */
public record FlowView(
        long id,
        String clientName,
        String clientUsername,
        boolean active,
        Instant bound,
        String selector,
        int sessions,
        int prefetch,
        long maxUnacked,
        int bufferedMsgCount,
        int unackedMsgCount,
        long presentedMsgs,
        long redeliveredMsgs,
        long acknowledgedMsgs) {}
