package io.reprise.broker.ra.jms;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Optional;

/**
 * The topic endpoints behind durable subscriptions: made when first subscribed to, made anew when subscribed to for another topic or
 * with another selector,
 * deleted by unsubscribing [JMS 3.1 §8.3.3]. An administrator's endpoint of the right name serves as well. Thread-safe.
 */
final class DurableSubscriptions {
    private static final long SHARED_BIND_COUNT = 1_000;

    private final EndpointAdministration endpoints;

    DurableSubscriptions(EndpointAdministration endpoints) {
        this.endpoints = endpoints;
    }

    /**
     * Sees to it that the subscription's endpoint exists, attracts {@code filter} and keeps what the selector wants.
     *
     * @param selector empty for all
     */
    void provide(String endpointName, TopicFilter filter, String selector, boolean shared) {
        Optional<EndpointView> existing = find(endpointName);
        if (existing.isPresent()) {
            adapt(existing.get(), filter, selector, shared);
            return;
        }
        try {
            create(endpointName, filter, selector, shared);
        } catch (BrokerException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
            find(endpointName).ifPresent(view -> adapt(view, filter, selector, shared));
        }
    }

    /** Deletes a subscription that nobody consumes from. */
    void unsubscribe(String endpointName) {
        if (find(endpointName).isEmpty()) {
            throw BrokerException.refused(
                    ErrorCode.NOT_FOUND, "subscription '" + endpointName + "'", "does not exist", "one that exists");
        }
        requireUnused(endpointName);
        endpoints.deleteEndpoint(EndpointKind.TOPIC_ENDPOINT, endpointName);
    }

    private Optional<EndpointView> find(String endpointName) {
        return endpoints.endpoint(EndpointKind.TOPIC_ENDPOINT, endpointName);
    }

    private void adapt(EndpointView view, TopicFilter filter, String selector, boolean shared) {
        boolean isShared = view.settings().accessType() == AccessType.NON_EXCLUSIVE;
        if (isShared != shared) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "subscription '" + view.name() + "'",
                    "asked for " + form(shared),
                    form(isShared) + ", as it is");
        }
        if (!view.settings().selector().equals(selector)) {
            requireUnused(view.name());
            select(view, selector);
        }
        if (view.subscriptions().isEmpty()) {
            giveTopic(view.name(), filter);
        } else if (!view.subscriptions().equals(List.of(filter))) {
            requireUnused(view.name());
            endpoints.deleteEndpoint(EndpointKind.TOPIC_ENDPOINT, view.name());
            create(view.name(), filter, selector, shared);
        }
    }

    /** As if it were made anew: what it has kept goes, once the selector is known to be one. */
    private void select(EndpointView view, String selector) {
        EndpointSettings selective = view.settings().with(EndpointAttributes.SELECTOR, selector);
        endpoints.changeEndpoint(EndpointKind.TOPIC_ENDPOINT, view.name(), selective, view.version());
        endpoints.purge(EndpointKind.TOPIC_ENDPOINT, view.name());
    }

    /** An administrator's endpoint without a topic; another subscriber may have just given it the same. */
    private void giveTopic(String endpointName, TopicFilter filter) {
        try {
            endpoints.addSubscription(EndpointKind.TOPIC_ENDPOINT, endpointName, filter);
        } catch (BrokerException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    private void create(String endpointName, TopicFilter filter, String selector, boolean shared) {
        EndpointSettings settings =
                EndpointSettings.clientCreated(EndpointKind.TOPIC_ENDPOINT).with(EndpointAttributes.SELECTOR, selector);
        if (shared) {
            settings = settings.with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                    .with(EndpointAttributes.MAX_BIND_COUNT, SHARED_BIND_COUNT);
        }
        endpoints.createEndpoint(EndpointKind.TOPIC_ENDPOINT, endpointName, settings, List.of(filter));
    }

    private void requireUnused(String endpointName) {
        int consumers = endpoints
                .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, endpointName)
                .bindCount();
        if (consumers > 0) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED, "subscription '" + endpointName + "'", consumers + " consumers", "none");
        }
    }

    private static String form(boolean shared) {
        return shared ? "shared" : "unshared";
    }
}
