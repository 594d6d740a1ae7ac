package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * An endpoint's configuration at one moment.
 *
 * @param version rises with every change; the ETag
 * @param subscriptions in the order of their text, without the implicit one to the queue's own network topic
 */
public record EndpointView(
        EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions, long version) {}
