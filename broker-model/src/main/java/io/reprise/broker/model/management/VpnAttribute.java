package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.AttributeType;
import io.reprise.broker.model.endpoint.EndpointKind;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a VPN, as declared in {@link VpnAttributes}. Immutable; compared by identity.
 *
 * @param <T> its values
 */
public final class VpnAttribute<T> {
    /** A VPN's attributes have the same words whatever endpoints are asked about. */
    private static final EndpointKind ANY = EndpointKind.QUEUE;

    private final int index;
    private final String name;
    private final AttributeType<T> type;
    private final String unit;
    private final T defaultValue;
    private final String text;

    VpnAttribute(int index, String name, AttributeType<T> type, String unit, T defaultValue, String text) {
        this.index = index;
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.defaultValue = defaultValue;
        this.text = text;
    }

    /** Position in {@link VpnAttributes#ALL}. */
    int index() {
        return index;
    }

    /** Its JSON name. */
    public String name() {
        return name;
    }

    public T defaultValue() {
        return defaultValue;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }

    /** The allowed values and their unit, for people. */
    public String allowed() {
        return type.allowed(ANY) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** The value that a JSON value stands for; null if it is none of the allowed ones. */
    @Nullable
    T read(@Nullable Object json) {
        return type.read(ANY, json);
    }

    /** The JSON value: Boolean or Long. */
    Object write(T value) {
        return type.write(ANY, value);
    }

    @Override
    public String toString() {
        return name;
    }
}
