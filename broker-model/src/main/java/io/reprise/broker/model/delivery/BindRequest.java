package io.reprise.broker.model.delivery;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;

/**
 * Who wants to consume what, and how. One bind is one <em>flow</em> [spec 1.4]: the unit of exclusivity, of the bind count and of
 * the unacknowledged limit.
 *
 * @param kind queue or topic endpoint
 * @param endpointName its name
 * @param clientName who, for people: shown to administrators
 * @param selector which messages, as in Jakarta Messaging 3.1 §3.8; empty for all
 * @param prefetch how many messages may be sent ahead to each of its sessions; inherits from the endpoint
 * @param redelivery what it wants for its own failures
 */
public record BindRequest(
        EndpointKind kind,
        String endpointName,
        String clientName,
        String selector,
        Prefetch prefetch,
        RedeliveryOverride redelivery) {
    /** For a consumer of all messages, with the endpoint's settings. */
    public BindRequest(EndpointKind kind, String endpointName, String clientName) {
        this(kind, endpointName, clientName, "", Prefetch.INHERIT, RedeliveryOverride.NONE);
    }
}
