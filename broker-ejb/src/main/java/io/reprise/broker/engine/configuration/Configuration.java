package io.reprise.broker.engine.configuration;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values of {@link EngineKeys} as read once at start. Immutable. */
public final class Configuration {
    private static final Configuration DEFAULTS = new Configuration(Map.of(), Map.of());

    private final Map<String, Long> values;
    private final Map<String, String> texts;

    private Configuration(Map<String, Long> values, Map<String, String> texts) {
        this.values = values;
        this.texts = texts;
    }

    /** What holds if nobody sets anything. */
    public static Configuration defaults() {
        return DEFAULTS;
    }

    /**
     * Reads those properties whose names begin with {@link Key#PREFIX}.
     *
     * @param properties e.g. the system's
     * @throws BrokerException {@code INVALID_PARAMETER} naming every value that is out of range, and every name there is none of
     */
    public static Configuration read(Map<?, ?> properties) {
        Map<String, Key> keys = EngineKeys.ALL.stream().collect(Collectors.toMap(Key::name, key -> key));
        Map<String, TextKey> textKeys = EngineKeys.TEXTS.stream().collect(Collectors.toMap(TextKey::name, key -> key));
        Map<String, Long> values = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        new TreeMap<>(ofOurs(properties)).forEach((name, value) -> {
            Key key = keys.get(name);
            TextKey textKey = textKeys.get(name);
            String problem = problem(key, textKey, name, value);
            if (problem != null) {
                problems.add(problem);
            } else if (textKey != null) {
                texts.put(name, value.strip());
            } else {
                values.put(name, Long.parseLong(value.strip()));
            }
        });
        if (!problems.isEmpty()) {
            throw new BrokerException(
                    ErrorCode.INVALID_PARAMETER, "the broker's settings are wrong: " + String.join("; ", problems));
        }
        return new Configuration(Map.copyOf(values), Map.copyOf(texts));
    }

    private static @Nullable String problem(@Nullable Key key, @Nullable TextKey textKey, String name, String value) {
        if (key != null) {
            return key.problem(value);
        }
        return textKey == null ? name + " is no setting of the engine" : textKey.problem(value);
    }

    private static Map<String, String> ofOurs(Map<?, ?> properties) {
        return properties.entrySet().stream()
                .filter(each -> String.valueOf(each.getKey()).startsWith(Key.PREFIX))
                .collect(Collectors.toMap(
                        each -> String.valueOf(each.getKey()), each -> String.valueOf(each.getValue())));
    }

    public long number(Key key) {
        return Objects.requireNonNullElse(values.get(key.name()), key.defaultValue());
    }

    public String text(TextKey key) {
        return Objects.requireNonNullElse(texts.get(key.name()), key.defaultValue());
    }

    public Duration millis(Key key) {
        return Duration.ofMillis(number(key));
    }

    public Duration seconds(Key key) {
        return Duration.ofSeconds(number(key));
    }
}
