package io.reprise.broker.engine.endpoint;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;

/**
 * An endpoint as configured. Immutable.
 *
 * @param id surrogate, never reused [LOG.md L12]
 * @param version rises with every change
 * @param createdMillis when it was created, milliseconds of the epoch
 * @param subscriptions sorted by text
 */
public record EndpointConfig(
        long id,
        EndpointKind kind,
        String name,
        EndpointSettings settings,
        long version,
        long createdMillis,
        List<TopicFilter> subscriptions) {

    public EndpointConfig withSettings(EndpointSettings changed) {
        return new EndpointConfig(id, kind, name, changed, version + 1, createdMillis, subscriptions);
    }

    public EndpointConfig withSubscriptions(List<TopicFilter> changed) {
        return new EndpointConfig(id, kind, name, settings, version + 1, createdMillis, List.copyOf(changed));
    }

    /** Whether it is gone with its owner [spec 1.4]. */
    public boolean isTemporary() {
        return EndpointName.isTemporary(name);
    }

    /** What it attracts: a queue also what is sent to it by name [spec 1.4]. */
    public List<TopicFilter> attracts() {
        if (kind != EndpointKind.QUEUE) {
            return subscriptions;
        }
        List<TopicFilter> all = new ArrayList<>(subscriptions);
        all.add(TopicFilter.of(TopicName.queueTopic(name).text()));
        return all;
    }

    public EndpointView view() {
        return new EndpointView(kind, name, settings, subscriptions, version);
    }

    /** For messages to people: {@code queue 'orders'}. */
    public String label() {
        return label(kind, name);
    }

    public static String label(EndpointKind kind, String name) {
        return (kind == EndpointKind.QUEUE ? "queue '" : "topic endpoint '") + name + "'";
    }
}
