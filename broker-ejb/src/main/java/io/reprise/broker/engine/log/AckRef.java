package io.reprise.broker.engine.log;

/**
 * One message on one endpoint, as an acknowledgement names it.
 *
 * @param endpointId the endpoint
 * @param generation of the endpoint's backlog, by which late ones are known [LOG.md L22]
 * @param msgId the message
 * @param sizeBytes what it counts in the endpoint's quota
 */
public record AckRef(long endpointId, int generation, long msgId, int sizeBytes) {}
