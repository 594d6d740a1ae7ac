package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.JsonFields;
import io.reprise.broker.web.request.Problems;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fields of a frame. */
final class FrameFields extends JsonFields {
    private final Set<String> names;

    private FrameFields(Map<String, @Nullable Object> given) {
        super(given, new Problems(), "field ");
        this.names = given.keySet();
    }

    /** @throws BrokerException PARSE_ERROR if it is not one JSON object */
    static FrameFields read(String frame) {
        return new FrameFields(JsonText.readObject(new ByteArrayInputStream(frame.getBytes(StandardCharsets.UTF_8))));
    }

    void requireKnown(Set<String> known) {
        names.stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> problems()
                        .refuse(
                                "field " + name,
                                "unknown",
                                String.join(", ", known.stream().sorted().toList())));
    }

    Optional<String> text(String name) {
        return read(name, "a text", value -> value instanceof String text ? text : null);
    }

    /** A text that must be there. */
    String requiredText(String name) {
        require(name, "a text");
        return text(name).orElse("");
    }

    /** The same held against a rule: what that refuses is a problem. */
    String requiredText(String name, Consumer<String> rule) {
        String text = requiredText(name);
        if (given(name).filter(String.class::isInstance).isPresent()) {
            problems().check(() -> rule.accept(text));
        }
        return text;
    }

    boolean flag(String name, boolean otherwise) {
        return flag(name).orElse(otherwise);
    }

    Optional<Long> number(String name, long max) {
        return number(name, 0, max, "0–" + max);
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
}
