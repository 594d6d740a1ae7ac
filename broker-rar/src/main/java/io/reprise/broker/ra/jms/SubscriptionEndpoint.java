package io.reprise.broker.ra.jms;

import io.reprise.broker.model.endpoint.EndpointName;
import org.jspecify.annotations.Nullable;

/**
 * Where a durable subscription lives: in a topic endpoint named after the client id and the subscription's name, {@code
 * <client id>.<name>}, dots and backslashes within either escaped by a backslash so that no two subscriptions share one; a
 * subscription without client id has its name alone. Clients and beans find the same subscription by it.
 */
public final class SubscriptionEndpoint {
    private SubscriptionEndpoint() {}

    /**
     * The endpoint's name.
     *
     * @throws io.reprise.broker.model.error.BrokerException INVALID_PARAMETER if it makes no endpoint name
     */
    public static String nameOf(@Nullable String clientId, String subscriptionName) {
        String name = clientId == null || clientId.isEmpty()
                ? escaped(subscriptionName)
                : escaped(clientId) + "." + escaped(subscriptionName);
        return EndpointName.ofNew(name).text();
    }

    private static String escaped(String part) {
        return part.replace("\\", "\\\\").replace(".", "\\.");
    }
}
