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

/** The values of {@link EngineKeys} as read once at start. Immutable. */
public final class Configuration {
    private static final Configuration DEFAULTS = new Configuration(Map.of());

    private final Map<String, Long> values;

    private Configuration(Map<String, Long> values) {
        this.values = values;
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
        Map<String, Long> values = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        new TreeMap<>(ofOurs(properties)).forEach((name, value) -> {
            Key key = keys.get(name);
            String problem = key == null ? name + " is no setting of the engine" : key.problem(value);
            if (problem != null) {
                problems.add(problem);
            } else {
                values.put(name, Long.parseLong(value.strip()));
            }
        });
        if (!problems.isEmpty()) {
            throw new BrokerException(
                    ErrorCode.INVALID_PARAMETER, "the broker's settings are wrong: " + String.join("; ", problems));
        }
        return new Configuration(Map.copyOf(values));
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

    public Duration millis(Key key) {
        return Duration.ofMillis(number(key));
    }

    public Duration seconds(Key key) {
        return Duration.ofSeconds(number(key));
    }
}
