package io.reprise.broker.model.settings;

import org.jspecify.annotations.Nullable;

/**
 * One setting of one kind of object, as declared in its {@link AttributeList}. Immutable; compared by identity.
 *
 * @param <T> its values
 */
public final class Attribute<T> {
    private final int index;
    private final String name;
    private final AttributeType<T> type;
    private final String unit;
    private final T defaultValue;
    private final String text;

    Attribute(int index, String name, AttributeType<T> type, String unit, T defaultValue, String text) {
        this.index = index;
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.defaultValue = defaultValue;
        this.text = text;
    }

    /** Position in its list. */
    int index() {
        return index;
    }

    /** Its JSON name. */
    public String name() {
        return name;
    }

    public AttributeType<T> type() {
        return type;
    }

    public T defaultValue() {
        return defaultValue;
    }

    /** Whether its value is never shown. */
    public boolean isSecret() {
        return type instanceof AttributeType.Secret;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }

    /** The allowed values and their unit, for people. */
    public String allowed() {
        return type.allowed() + (unit.isEmpty() ? "" : " " + unit);
    }

    /** The value that a JSON value (Boolean, Number or String) stands for; null if it is none of the allowed ones. */
    public @Nullable T read(@Nullable Object json) {
        return type.read(json);
    }

    /** The JSON value: Boolean, Long or String. */
    public Object write(T value) {
        return type.write(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
