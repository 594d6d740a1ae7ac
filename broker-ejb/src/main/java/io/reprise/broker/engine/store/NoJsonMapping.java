package io.reprise.broker.engine.store;

import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.format.FormatMapper;

/**
 * Keeps Hibernate from looking for a JSON library, and from failing at start where it finds an API without one. No attribute is
 * mapped to JSON: settings are text to the store.
 */
final class NoJsonMapping implements FormatMapper {
    @Override
    public <T> T fromString(CharSequence text, JavaType<T> type, WrapperOptions options) {
        throw new UnsupportedOperationException("No attribute is mapped to JSON");
    }

    @Override
    public <T> String toString(T value, JavaType<T> type, WrapperOptions options) {
        throw new UnsupportedOperationException("No attribute is mapped to JSON");
    }
}
