package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;

/**
 * What must be in the log before a message is presented: that it was so, or that deliveries come as far as to it [LOG.md L24].
 *
 * @param ref the message
 * @param attempt the number of the delivery, to be marked; 0 if only the horizon moves
 * @param priority the message's, by which horizons are kept
 */
public record Announcement(AckRef ref, int attempt, int priority) {}
