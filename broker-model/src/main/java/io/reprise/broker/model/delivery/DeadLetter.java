package io.reprise.broker.model.delivery;

/**
 * What a message on a dead message queue says of its first death [spec 4.3]; topic, original id and time of publishing are the
 * message's own.
 *
 * @param endpointName the endpoint it died on
 * @param timeMillis when, milliseconds of the epoch
 * @param deliveryCount how often it had been delivered there
 */
public record DeadLetter(DeathReason reason, String endpointName, long timeMillis, int deliveryCount) {}
