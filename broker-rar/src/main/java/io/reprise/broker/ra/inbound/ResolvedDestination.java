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
 */
public record ResolvedDestination(
        String vpnName,
        EndpointKind kind,
        String endpointName,
        List<TopicFilter> subscriptions,
        boolean createdIfMissing) {

    @Override
    public String toString() {
        return kind.text() + " '" + endpointName + "' of VPN '" + vpnName + "'";
    }
}
