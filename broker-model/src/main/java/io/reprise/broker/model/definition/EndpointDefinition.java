package io.reprise.broker.model.definition;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * An endpoint as a document has it.
 *
 * @param subscriptions sorted, none twice
 */
public record EndpointDefinition(
        EndpointKind kind, String name, EndpointSettings settings, List<TopicFilter> subscriptions) {}
