package io.reprise.broker.model.management;

import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;

/**
 * A replay log as configured, at one moment.
 *
 * @param version rises with every change, its filters included; the ETag
 * @param createdMillis when it was created, milliseconds of the epoch
 * @param filters sorted by text; they count while {@code topicFilterEnabled}
 */
public record ReplayLogView(
        String name, ReplayLogSettings settings, long version, long createdMillis, List<TopicFilter> filters) {}
