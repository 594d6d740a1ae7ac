package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointAttribute;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Activation properties as they were given, read one by one; problems and remarks gather, so that all of them are told together. Each
 * problem names the property, the value and what is allowed. One thread.
 */
final class GivenProperties {
    private static final long MAX_MILLIS = Integer.MAX_VALUE;

    private final Map<ActivationProperty, String> values = new EnumMap<>(ActivationProperty.class);
    private final List<String> problems = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    GivenProperties(Map<String, String> given) {
        given.forEach(
                (name, value) -> ActivationProperty.named(name).ifPresent(property -> take(property, name, value)));
        values.forEach(this::judge);
    }

    List<String> problems() {
        return problems;
    }

    List<String> remarks() {
        return remarks;
    }

    Optional<String> text(ActivationProperty property) {
        return Optional.ofNullable(values.get(property));
    }

    boolean flag(ActivationProperty property, boolean otherwise) {
        return oneOf(property, Map.of("true", true, "false", false)).orElse(otherwise);
    }

    int number(ActivationProperty property, int from, int to, int otherwise) {
        return parsed(property, value -> {
                    int number = Integer.parseInt(value);
                    if (number < from || number > to) {
                        throw new IllegalArgumentException("out of range");
                    }
                    return number;
                })
                .orElse(otherwise);
    }

    /** A duration: a bare number counts in {@code unit}. */
    Optional<Duration> duration(ActivationProperty property, Duration unit) {
        return parsed(property, value -> {
            Duration duration = value.startsWith("P") || value.startsWith("p")
                    ? Duration.parse(value)
                    : unit.multipliedBy(Long.parseLong(value));
            if (duration.isNegative() || duration.toMillis() > MAX_MILLIS) {
                throw new IllegalArgumentException("out of range");
            }
            return duration;
        });
    }

    /** One of some words, in any case. */
    <T> Optional<T> oneOf(ActivationProperty property, Map<String, T> meanings) {
        return parsed(property, value -> {
            T meaning = meanings.get(value.toLowerCase(Locale.ROOT));
            if (meaning == null) {
                throw new IllegalArgumentException("unknown");
            }
            return meaning;
        });
    }

    /** What an endpoint's attribute of that type may be. */
    <T> Optional<T> attribute(ActivationProperty property, EndpointAttribute<T> attribute) {
        return parsed(property, value -> {
            T read = attribute.required(EndpointKind.QUEUE).read(json(value.toLowerCase(Locale.ROOT)));
            if (read == null) {
                throw new IllegalArgumentException("none of the allowed");
            }
            return read;
        });
    }

    private static Object json(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException noNumber) {
            return text;
        }
    }

    <T> Optional<T> parsed(ActivationProperty property, Function<String, T> parser) {
        String value = values.get(property);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.apply(value));
        } catch (BrokerException e) {
            problem(property, value, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException | DateTimeParseException | ArithmeticException e) {
            problem(property, value, "allowed: " + property.allowed());
        }
        return Optional.empty();
    }

    void problem(ActivationProperty property, String value, String allowed) {
        problems.add(property.key() + " = '" + shown(property, value) + "': " + allowed);
    }

    private static String shown(ActivationProperty property, String value) {
        return property == ActivationProperty.PASSWORD && !value.isEmpty() ? "***" : value;
    }

    void contradiction(ActivationProperty property, ActivationProperty other, String rule) {
        problem(
                property,
                values.getOrDefault(property, ""),
                "contradicts " + other.key() + " = '" + shown(other, values.getOrDefault(other, "")) + "': " + rule);
    }

    private void take(ActivationProperty property, String name, String given) {
        String value = given.strip();
        if (value.isEmpty()) {
            return;
        }
        String before = values.putIfAbsent(property, value);
        if (before != null && !before.equals(value)) {
            problem(
                    property,
                    value,
                    "given twice, also as '" + shown(property, before) + "'; allowed: one of " + property.key() + " "
                            + property.aliases());
        }
        if (!name.equals(property.key())) {
            remarks.add(name + " is taken for " + property.key());
        }
    }

    private void judge(ActivationProperty property, String value) {
        switch (property.support()) {
            case LEGACY -> remarks.add(property.key() + " = '" + value + "' has no meaning here");
            case NOT_BUILT -> {
                if (!value.equalsIgnoreCase(property.defaultText())) {
                    problem(
                            property,
                            value,
                            "not supported by this version; allowed: " + property.allowed() + ". " + property.text());
                }
            }
            case BUILT -> {}
        }
    }
}
