package io.reprise.broker.model.definition;

import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * A replay log as a document has it.
 *
 * @param filters sorted, none twice
 */
public record ReplayLogDefinition(String name, ReplayLogSettings settings, List<TopicFilter> filters) {}
