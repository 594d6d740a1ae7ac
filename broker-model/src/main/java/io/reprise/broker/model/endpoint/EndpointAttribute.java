package io.reprise.broker.model.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * One setting of an endpoint, as declared in {@link EndpointAttributes}: what it is called on each kind of endpoint, which values it
 * takes, what it is if nobody says. Immutable; compared by identity.
 */
public final class EndpointAttribute<T> {
    private final int index;
    private final Declaration<T> declaration;

    EndpointAttribute(int index, Declaration<T> declaration) {
        this.index = index;
        this.declaration = declaration;
    }

    /**
     * What is declared.
     *
     * @param name on a queue, or its only one
     * @param onQueues whether queues have it
     * @param topicEndpointName on a topic endpoint; null if those have no such attribute
     * @param unit of a number, else empty
     * @param text one sentence for people
     */
    record Declaration<T>(
            String name,
            boolean onQueues,
            @Nullable String topicEndpointName,
            AttributeType<T> type,
            String unit,
            T queueDefault,
            T topicEndpointDefault,
            String text) {
        Declaration<T> onTopicEndpoint(String otherName) {
            return new Declaration<>(name, onQueues, otherName, type, unit, queueDefault, topicEndpointDefault, text);
        }

        Declaration<T> onTopicEndpointDefault(T other) {
            return new Declaration<>(name, onQueues, topicEndpointName, type, unit, queueDefault, other, text);
        }

        Declaration<T> onQueuesOnly() {
            return new Declaration<>(name, true, null, type, unit, queueDefault, topicEndpointDefault, text);
        }

        Declaration<T> onTopicEndpointsOnly() {
            return new Declaration<>(
                    name, false, topicEndpointName, type, unit, queueDefault, topicEndpointDefault, text);
        }
    }

    /** Position in {@link EndpointAttributes#ALL}. */
    int index() {
        return index;
    }

    /** Its JSON name; null if endpoints of that kind have no such attribute. */
    public @Nullable String name(EndpointKind kind) {
        if (kind == EndpointKind.TOPIC_ENDPOINT) {
            return declaration.topicEndpointName();
        }
        return declaration.onQueues() ? declaration.name() : null;
    }

    public boolean existsOn(EndpointKind kind) {
        return name(kind) != null;
    }

    public AttributeType<T> type() {
        return declaration.type();
    }

    /** The unit of a number, e.g. {@code MB}; empty if it has none. */
    public String unit() {
        return declaration.unit();
    }

    public T defaultValue(EndpointKind kind) {
        return kind == EndpointKind.QUEUE ? declaration.queueDefault() : declaration.topicEndpointDefault();
    }

    /** One sentence for people. */
    public String text() {
        return declaration.text();
    }

    /** The allowed values and their unit, for people. */
    public String allowed(EndpointKind kind) {
        return type().allowed(kind) + (unit().isEmpty() ? "" : " " + unit());
    }

    @Override
    public String toString() {
        return declaration.name();
    }
}
