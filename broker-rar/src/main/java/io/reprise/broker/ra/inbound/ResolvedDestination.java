package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * Where an activation consumes.
 *
 * @param vpnName the VPN
 * @param kind queue or topic endpoint
 * @param endpointName the endpoint's name; of a temporary one what consumers share it by, else empty; of a live subscriber empty
 * @param subscriptions what it shall attract; the one topic of a topic endpoint
 * @param createdIfMissing whether it is created: a queue by {@code autoCreate}, a durable subscription always [JMS 3.1 §4.2.3]
 * @param source what messages come from
 * @param guessed whether nothing was bound to the name, which then is taken from its text: to be looked at again before binding, since
 *     an administered object may be bound after the bean is activated, as when the broker is replaced under it
 */
public record ResolvedDestination(
        String vpnName,
        EndpointKind kind,
        String endpointName,
        List<TopicFilter> subscriptions,
        boolean createdIfMissing,
        Source source,
        boolean guessed) {

    /** What an activation's messages come from. */
    enum Source {
        /** A queue, or the topic endpoint of a durable subscription. */
        ENDPOINT,
        /** A topic endpoint of its own, while it is active. */
        TEMPORARY,
        /** A topic endpoint that consumers share while there are any. */
        SHARED_TEMPORARY,
        /** The live side. */
        LIVE
    }

    /** What administrators see of it. */
    String shownName() {
        return endpointName.isEmpty() ? topic().text() : endpointName;
    }

    /** The one topic. */
    TopicFilter topic() {
        return subscriptions.get(0);
    }

    @Override
    public String toString() {
        String what = switch (source) {
            case ENDPOINT -> kind.text() + " '" + endpointName + "'";
            case TEMPORARY -> "topic '" + topic().text() + "'";
            case SHARED_TEMPORARY -> "topic '" + topic().text() + "' with shared subscription '" + endpointName + "'";
            case LIVE -> "topic '" + topic().text() + "' live";
        };
        return what + " of VPN '" + vpnName + "'";
    }
}
