package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * Where an activation consumes.
 *
 * @param vpnName the VPN
 * @param kind queue or topic endpoint
 * @param endpointName the endpoint's name
 * @param subscriptions what it shall attract; the one topic of a topic endpoint
 * @param createdIfMissing whether it is created: a queue by {@code autoCreate}, a durable subscription always [JMS 3.1 §4.2.3]
 * @param guessed whether nothing was bound to the name, which then is taken from its text: to be looked at again before binding, since
 *     an administered object may be bound after the bean is activated, as when the broker is replaced under it
 */
public record ResolvedDestination(
        String vpnName,
        EndpointKind kind,
        String endpointName,
        List<TopicFilter> subscriptions,
        boolean createdIfMissing,
        boolean guessed) {

    @Override
    public String toString() {
        return kind.text() + " '" + endpointName + "' of VPN '" + vpnName + "'";
    }
}
