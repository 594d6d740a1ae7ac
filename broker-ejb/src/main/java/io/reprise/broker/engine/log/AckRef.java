package io.reprise.broker.engine.log;

import org.jspecify.annotations.Nullable;

/**
 * One message on one endpoint, as an acknowledgement names it.
 *
 * @param endpointId the endpoint
 * @param generation of the endpoint's backlog, by which late ones are known [LOG.md L22]
 * @param msgId the message
 * @param sizeBytes what it counts in the endpoint's quota
 */
public record AckRef(long endpointId, int generation, long msgId, int sizeBytes) {
    /** Whether it names the same message of the same backlog; the size names nothing. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AckRef that
                && endpointId == that.endpointId
                && generation == that.generation
                && msgId == that.msgId;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * endpointId + generation) + msgId);
    }
}
