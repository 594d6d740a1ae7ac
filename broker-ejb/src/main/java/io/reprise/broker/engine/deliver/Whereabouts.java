package io.reprise.broker.engine.deliver;

import io.reprise.broker.model.management.MessageState;

/**
 * Where a message of an endpoint is at one moment.
 *
 * @param attempts deliveries counted so far
 * @param delayedUntilMillis while it is delayed, until when, milliseconds of the epoch; else 0
 * @param isDead while it is held, whether that is because it died with nowhere to go, else because it is damaged
 */
public record Whereabouts(MessageState state, int attempts, long delayedUntilMillis, boolean isDead) {}
