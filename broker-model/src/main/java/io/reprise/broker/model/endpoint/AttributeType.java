package io.reprise.broker.model.endpoint;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Between an attribute's value and its JSON form: which values there are, and how people are told. Stateless. */
public sealed interface AttributeType<T> {
    /** The value that a JSON value (Boolean, Number or String) stands for; null if it is none of the allowed ones. */
    @Nullable
    T read(EndpointKind kind, @Nullable Object json);

    /** The JSON value: Boolean, Long or String. */
    Object write(EndpointKind kind, T value);

    /** The allowed values, for people. */
    String allowed(EndpointKind kind);

    /** True or false. */
    record Flag() implements AttributeType<Boolean> {
        @Override
        public @Nullable Boolean read(EndpointKind kind, @Nullable Object json) {
            return json instanceof Boolean flag ? flag : null;
        }

        @Override
        public Object write(EndpointKind kind, Boolean value) {
            return value;
        }

        @Override
        public String allowed(EndpointKind kind) {
            return "true, false";
        }
    }

    /** A whole number, bounds included. */
    record Whole(long min, long max) implements AttributeType<Long> {
        @Override
        public @Nullable Long read(EndpointKind kind, @Nullable Object json) {
            Long value = whole(json);
            return value != null && value >= min && value <= max ? value : null;
        }

        @Override
        public Object write(EndpointKind kind, Long value) {
            return value;
        }

        @Override
        public String allowed(EndpointKind kind) {
            return min + "–" + max;
        }
    }

    /** One of an enum's words. */
    record Choice<E extends Enum<E> & SempName>(Class<E> type) implements AttributeType<E> {
        @Override
        public @Nullable E read(EndpointKind kind, @Nullable Object json) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(value -> value.sempName(kind).equals(json))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public Object write(EndpointKind kind, E value) {
            return value.sempName(kind);
        }

        @Override
        public String allowed(EndpointKind kind) {
            return Arrays.stream(type.getEnumConstants())
                    .map(value -> value.sempName(kind))
                    .collect(Collectors.joining(", "));
        }
    }

    /** Text, at most so many characters; may be empty. */
    record Text(int maxCharacters) implements AttributeType<String> {
        @Override
        public @Nullable String read(EndpointKind kind, @Nullable Object json) {
            return json instanceof String text && text.length() <= maxCharacters ? text : null;
        }

        @Override
        public Object write(EndpointKind kind, String value) {
            return value;
        }

        @Override
        public String allowed(EndpointKind kind) {
            return "text of at most " + maxCharacters + " characters";
        }
    }

    /** The name of a queue, or empty for none. */
    record QueueNameOrNone() implements AttributeType<String> {
        @Override
        public @Nullable String read(EndpointKind kind, @Nullable Object json) {
            return json instanceof String text && (text.isEmpty() || EndpointName.isValid(text)) ? text : null;
        }

        @Override
        public Object write(EndpointKind kind, String value) {
            return value;
        }

        @Override
        public String allowed(EndpointKind kind) {
            return "a queue name, or empty for none";
        }
    }

    /** {@code none} or a count. */
    record PrefetchCount(int max) implements AttributeType<Prefetch> {
        private static final String NONE = "none";

        @Override
        public @Nullable Prefetch read(EndpointKind kind, @Nullable Object json) {
            if (NONE.equals(json)) {
                return Prefetch.NONE;
            }
            Long count = whole(json);
            return count != null && count >= 0 && count <= max ? new Prefetch(count.intValue()) : null;
        }

        @Override
        public Object write(EndpointKind kind, Prefetch value) {
            return value.equals(Prefetch.NONE) ? NONE : (Object) (long) value.count();
        }

        @Override
        public String allowed(EndpointKind kind) {
            return NONE + ", 0–" + max;
        }
    }

    /** The number, whatever Java type the JSON reader gave it; null if it is no whole number of 64 bits. */
    private static @Nullable Long whole(@Nullable Object json) {
        if (!(json instanceof Number)) {
            return null;
        }
        try {
            return new BigDecimal(json.toString()).longValueExact();
        } catch (ArithmeticException | NumberFormatException notWhole) {
            return null;
        }
    }
}
