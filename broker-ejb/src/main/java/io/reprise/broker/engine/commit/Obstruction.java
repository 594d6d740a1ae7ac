package io.reprise.broker.engine.commit;

import io.reprise.broker.model.management.RetryObstacle;

/**
 * What keeps a message from going back to where it died.
 *
 * @param text for people: what is in the way there, and what would not be
 */
public record Obstruction(RetryObstacle obstacle, String text) {}
