package io.reprise.broker.model.delivery;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.topic.TopicFilter;

/** What kind of temporary endpoint is wanted [spec 1.4]. Immutable. */
public sealed interface TemporaryRequest {
    EndpointKind kind();

    /** A queue of its own. */
    record Queue() implements TemporaryRequest {
        @Override
        public EndpointKind kind() {
            return EndpointKind.QUEUE;
        }
    }

    /**
     * A topic endpoint for one consumer.
     *
     * @param topic what it attracts
     * @param selector what of it is kept; empty for all
     */
    record Subscription(TopicFilter topic, String selector) implements TemporaryRequest {
        @Override
        public EndpointKind kind() {
            return EndpointKind.TOPIC_ENDPOINT;
        }
    }

    /**
     * A topic endpoint whose messages consumers share: all who ask for this name while it lives own it together.
     *
     * @param sharedName what of an endpoint's name is theirs to say
     * @param topic what it attracts
     * @param selector what of it is kept; empty for all
     */
    record SharedSubscription(String sharedName, TopicFilter topic, String selector) implements TemporaryRequest {
        @Override
        public EndpointKind kind() {
            return EndpointKind.TOPIC_ENDPOINT;
        }
    }
}
