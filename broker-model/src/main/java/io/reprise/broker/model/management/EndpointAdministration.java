package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Optional;

/**
 * The durable endpoints of one VPN, for who makes and deletes them: an administrator, or a client as far as it may. Each change is durable
 * when its call returns, or has not happened and the call throws a {@link io.reprise.broker.model.error.BrokerException} that names the
 * object, the value and what is allowed; {@code ACCESS_DENIED} if a client may not. Thread-safe; changes are ordered with publishes by the
 * committer [LOG.md L6].
 */
public interface EndpointAdministration {
    /**
     * Creates an endpoint with its subscriptions; a topic endpoint has one at most [spec 1.4]. What a client makes is its own.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}, {@code NOT_ALLOWED}
     */
    EndpointView createEndpoint(
            EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions);

    /**
     * Changes the settings of an endpoint.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, or {@code VERSION_CONFLICT}
     */
    EndpointView changeEndpoint(EndpointKind kind, String name, EndpointSettings settings, long expectedVersion);

    /** Deletes an endpoint, whatever its version. */
    default void deleteEndpoint(EndpointKind kind, String name) {
        deleteEndpoint(kind, name, -1);
    }

    /**
     * Deletes an endpoint and its messages; its flows end.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, or {@code VERSION_CONFLICT}
     */
    void deleteEndpoint(EndpointKind kind, String name, long expectedVersion);

    Optional<EndpointView> endpoint(EndpointKind kind, String name);

    /**
     * Adds a subscription; a topic endpoint that has one takes no other.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}, {@code NOT_FOUND} (endpoint), {@code
     *     NOT_ALLOWED}
     */
    void addSubscription(EndpointKind kind, String name, TopicFilter filter);

    /** Removes every message that is not in flight; how many that were. */
    long purge(EndpointKind kind, String name);

    /** @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND} */
    EndpointStatistics endpointStatistics(EndpointKind kind, String name);
}
