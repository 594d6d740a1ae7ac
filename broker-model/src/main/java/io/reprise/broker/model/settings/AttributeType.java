package io.reprise.broker.model.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Between an attribute's value and its JSON form: which values there are, and how people are told. Stateless. */
public interface AttributeType<T> {
    /** The value that a JSON value (Boolean, Number or String) stands for; null if it is none of the allowed ones. */
    @Nullable
    T read(@Nullable Object json);

    /** The JSON value: Boolean, Long or String. */
    Object write(T value);

    /** The allowed values, for people. */
    String allowed();

    /** True or false. */
    record Flag() implements AttributeType<Boolean> {
        @Override
        public @Nullable Boolean read(@Nullable Object json) {
            return json instanceof Boolean flag ? flag : null;
        }

        @Override
        public Object write(Boolean value) {
            return value;
        }

        @Override
        public String allowed() {
            return "true, false";
        }
    }

    /** A whole number, bounds included. */
    record Whole(long min, long max) implements AttributeType<Long> {
        @Override
        public @Nullable Long read(@Nullable Object json) {
            Long value = whole(json);
            return value != null && value >= min && value <= max ? value : null;
        }

        @Override
        public Object write(Long value) {
            return value;
        }

        @Override
        public String allowed() {
            return min + "–" + max;
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

    /**
     * One of an enum's values.
     *
     * @param word what it is called
     */
    record Choice<E extends Enum<E>>(Class<E> type, Function<E, String> word) implements AttributeType<E> {
        @Override
        public @Nullable E read(@Nullable Object json) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(value -> word.apply(value).equals(json))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public Object write(E value) {
            return word.apply(value);
        }

        @Override
        public String allowed() {
            return Arrays.stream(type.getEnumConstants()).map(word).collect(Collectors.joining(", "));
        }
    }

    /** Text, at most so many characters; may be empty. */
    record Text(int maxCharacters) implements AttributeType<String> {
        @Override
        public @Nullable String read(@Nullable Object json) {
            return json instanceof String text && text.length() <= maxCharacters ? text : null;
        }

        @Override
        public Object write(String value) {
            return value;
        }

        @Override
        public String allowed() {
            return "text of at most " + maxCharacters + " characters";
        }
    }

    /**
     * Text of a form.
     *
     * @param form which the whole text has; whether it may be empty too
     * @param allowed the form, for people
     */
    record Form(Pattern form, String allowed) implements AttributeType<String> {
        @Override
        public @Nullable String read(@Nullable Object json) {
            return json instanceof String text && form.matcher(text).matches() ? text : null;
        }

        @Override
        public Object write(String value) {
            return value;
        }
    }

    /**
     * Text that is taken and never shown: no answer, export, log line or refusal has it. A replacement that doesn't give it leaves it.
     *
     * @param form of the text
     */
    record Secret(Form form) implements AttributeType<String> {
        @Override
        public @Nullable String read(@Nullable Object json) {
            return form.read(json);
        }

        @Override
        public Object write(String value) {
            return form.write(value);
        }

        @Override
        public String allowed() {
            return form.allowed();
        }
    }
}
