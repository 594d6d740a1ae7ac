package io.reprise.broker.engine.deliver;

/**
 * What is known of a claimed message before it is delivered [LOG.md L24].
 *
 * @param attempts deliveries counted so far
 * @param mustMark whether this delivery must be in the log before it is made
 * @param isBeyond whether deliveries may come as far as to it only once the log says so
 */
record Outlook(int attempts, boolean mustMark, boolean isBeyond) {}
