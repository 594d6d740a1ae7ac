package io.reprise.broker.engine.log;

/**
 * One endpoint's copy of a message, as decided at acceptance [LOG.md L12].
 *
 * @param endpointId the endpoint's surrogate id, never reused
 * @param lane where in its backlog [LOG.md L14]: see {@link Lanes}
 * @param expirationMillis when it expires there, milliseconds of the epoch; 0 = never
 */
public record Placement(long endpointId, int lane, long expirationMillis) {}
