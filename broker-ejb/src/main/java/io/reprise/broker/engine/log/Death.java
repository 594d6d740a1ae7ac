package io.reprise.broker.engine.log;

import io.reprise.broker.model.delivery.DeathReason;

/**
 * Why and where a message died.
 *
 * @param endpointName the endpoint it was on
 * @param timeMillis when, milliseconds of the epoch
 * @param deliveries how often it had been delivered there
 */
public record Death(DeathReason reason, String endpointName, long timeMillis, int deliveries) {}
