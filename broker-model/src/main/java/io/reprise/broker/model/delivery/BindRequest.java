package io.reprise.broker.model.delivery;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

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
 * @param topics what it subscribes to by this bind: it needs the right to, as long as it is bound; empty for who takes what is there
 */
public record BindRequest(
        EndpointKind kind,
        String endpointName,
        String clientName,
        String selector,
        Prefetch prefetch,
        RedeliveryOverride redelivery,
        List<TopicFilter> topics) {
    /** For a consumer of what is there. */
    public BindRequest(
            EndpointKind kind,
            String endpointName,
            String clientName,
            String selector,
            Prefetch prefetch,
            RedeliveryOverride redelivery) {
        this(kind, endpointName, clientName, selector, prefetch, redelivery, List.of());
    }

    /** For a consumer of all messages, with the endpoint's settings. */
    public BindRequest(EndpointKind kind, String endpointName, String clientName) {
        this(kind, endpointName, clientName, "", Prefetch.INHERIT, RedeliveryOverride.NONE);
    }
}
