package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One setting of an endpoint, as declared in {@link EndpointAttributes}: the attribute that it is on each kind of endpoint, of which
 * it may be none. Immutable; compared by identity.
 */
public final class EndpointAttribute<T> {
    private final Declaration<T> declaration;
    private final Map<EndpointKind, Attribute<T>> byKind = new EnumMap<>(EndpointKind.class);

    EndpointAttribute(Declaration<T> declaration, Map<EndpointKind, AttributeList> lists) {
        this.declaration = declaration;
        lists.forEach((kind, list) -> {
            OnKind<T> on = declaration.on(kind);
            if (on != null) {
                byKind.put(
                        kind,
                        list.declare(on.name(), on.type(), declaration.unit(), on.defaultValue(), declaration.text()));
            }
        });
    }

    /** What it is on one kind of endpoint. */
    record OnKind<T>(String name, AttributeType<T> type, T defaultValue) {}

    /**
     * What is declared.
     *
     * @param onQueues null if queues have no such attribute
     * @param onTopicEndpoints null if those have no such attribute
     * @param unit of a number, else empty
     * @param text one sentence for people
     */
    record Declaration<T>(
            String name,
            @Nullable OnKind<T> onQueues,
            @Nullable OnKind<T> onTopicEndpoints,
            T defaultValue,
            String unit,
            String text) {
        static <T> Declaration<T> of(String name, AttributeType<T> type, String unit, T defaultValue, String text) {
            OnKind<T> same = new OnKind<>(name, type, defaultValue);
            return new Declaration<>(name, same, same, defaultValue, unit, text);
        }

        Declaration<T> onTopicEndpoints(OnKind<T> other) {
            return new Declaration<>(name, onQueues, other, defaultValue, unit, text);
        }

        Declaration<T> onQueuesOnly() {
            return new Declaration<>(name, onQueues, null, defaultValue, unit, text);
        }

        Declaration<T> onTopicEndpointsOnly() {
            return new Declaration<>(name, null, onTopicEndpoints, defaultValue, unit, text);
        }

        @Nullable
        OnKind<T> on(EndpointKind kind) {
            return kind == EndpointKind.QUEUE ? onQueues : onTopicEndpoints;
        }
    }

    /** The attribute of that kind of endpoint; null if those have none. */
    public @Nullable Attribute<T> on(EndpointKind kind) {
        return byKind.get(kind);
    }

    /** The attribute of a kind of endpoint that has it. */
    public Attribute<T> required(EndpointKind kind) {
        return Objects.requireNonNull(on(kind), () -> "a " + kind.text() + " has no " + this);
    }

    /** What an endpoint has of a kind that has no such attribute. */
    T defaultValue() {
        return declaration.defaultValue();
    }

    /** One sentence for people. */
    public String text() {
        return declaration.text();
    }

    /** Its JSON name on a queue, or its only one. */
    @Override
    public String toString() {
        return declaration.name();
    }
}
