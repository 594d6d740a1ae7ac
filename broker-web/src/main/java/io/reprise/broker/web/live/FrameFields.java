package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of a frame, read one by one; what is wrong gathers and is told together. One thread. */
final class FrameFields {
    private final Map<String, @Nullable Object> given;
    private final Problems problems = new Problems();

    private FrameFields(Map<String, @Nullable Object> given) {
        this.given = given;
    }

    /** @throws BrokerException PARSE_ERROR if it is not one JSON object */
    static FrameFields read(String frame) {
        return new FrameFields(JsonText.readObject(new ByteArrayInputStream(frame.getBytes(StandardCharsets.UTF_8))));
    }

    Problems problems() {
        return problems;
    }

    void requireKnown(Set<String> known) {
        given.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> problems.refuse(
                        "field " + name,
                        "unknown",
                        String.join(", ", known.stream().sorted().toList())));
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /** As it was given, text or not; for answers. */
    Optional<Object> given(String name) {
        return Optional.ofNullable(given.get(name));
    }

    Optional<String> text(String name) {
        return read(name, "a text", value -> value instanceof String text ? text : null);
    }

    /** A text that must be there. */
    String requiredText(String name) {
        if (!has(name)) {
            problems.add(ErrorCode.MISSING_PARAMETER, "field " + name + " is missing; allowed: a text");
        }
        return text(name).orElse("");
    }

    /** The same held against a rule: what that refuses is a problem. */
    String requiredText(String name, Consumer<String> rule) {
        String text = requiredText(name);
        if (given.get(name) instanceof String) {
            problems.check(() -> rule.accept(text));
        }
        return text;
    }

    boolean flag(String name, boolean otherwise) {
        return read(name, "true, false", value -> value instanceof Boolean flag ? flag : null)
                .orElse(otherwise);
    }

    Optional<Long> number(String name, long max) {
        return read(
                name,
                "0–" + max,
                value -> value instanceof Long number && number >= 0 && number <= max ? number : null);
    }

    /** One of two words; the first if it was not given. */
    boolean isFirst(String name, String first, String second) {
        return read(
                        name,
                        first + ", " + second,
                        value -> value instanceof String text ? word(text, first, second) : null)
                .orElse(true);
    }

    private static @Nullable Boolean word(String text, String first, String second) {
        return text.equals(first) || text.equals(second) ? text.equals(first) : null;
    }

    private <T> Optional<T> read(String name, String allowed, Function<@Nullable Object, @Nullable T> reader) {
        if (!has(name)) {
            return Optional.empty();
        }
        Object value = given.get(name);
        T read = reader.apply(value);
        if (read == null) {
            problems.refuse("field " + name, "'" + value + "'", allowed);
        }
        return Optional.ofNullable(read);
    }
}
