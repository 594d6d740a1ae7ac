package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import java.time.Instant;

/**
 * An activation of a message-driven bean at one moment. Counters count since it was activated.
 *
 * @param name the bean's class and a number, e.g. {@code shop.OrderBean#3}; another one after each activation
 * @param vpnName where it consumes
 * @param kind of the endpoint
 * @param endpointName the endpoint's name
 * @param maxSessions how many sessions it has while it runs
 * @param openSessions how many have not ended: while it is paused, those whose delivery is not back yet
 * @param state what it is doing
 * @param reason why, for people; empty while it runs
 * @param since when it got into that state
 * @param deliveredMsgs deliveries that succeeded
 * @param failedMsgs deliveries that failed and were counted
 */
public record ActivationView(
        String name,
        String vpnName,
        EndpointKind kind,
        String endpointName,
        int maxSessions,
        int openSessions,
        ActivationState state,
        String reason,
        Instant since,
        long deliveredMsgs,
        long failedMsgs) {}
