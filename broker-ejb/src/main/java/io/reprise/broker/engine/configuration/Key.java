package io.reprise.broker.engine.configuration;

import org.jspecify.annotations.Nullable;

/**
 * A whole number that an operator may set. Immutable.
 *
 * @param name of the system property
 * @param unit of the number, as documents show it
 * @param min least allowed
 * @param max largest allowed
 * @param defaultValue what holds if nobody sets it
 * @param text what it is for
 */
public record Key(String name, String unit, long min, long max, long defaultValue, String text) {
    /** What system property names begin with. */
    public static final String PREFIX = "reprise.engine.";

    public Key {
        if (!name.startsWith(PREFIX) || defaultValue < min || defaultValue > max) {
            throw new IllegalArgumentException(name + ": " + defaultValue + " is not within " + min + "-" + max);
        }
    }

    /** What is allowed: {@code 1–600000 ms}. */
    public String allowed() {
        return min + "–" + max + " " + unit;
    }

    /** What is wrong with a value; null if nothing. */
    @Nullable
    String problem(String value) {
        try {
            long number = Long.parseLong(value.strip());
            return number >= min && number <= max ? null : refused(value);
        } catch (NumberFormatException e) {
            return refused(value);
        }
    }

    private String refused(String value) {
        return name + "=" + value + ", allowed: " + allowed();
    }
}
