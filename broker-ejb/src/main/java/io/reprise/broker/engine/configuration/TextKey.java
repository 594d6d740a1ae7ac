package io.reprise.broker.engine.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text that an operator may set. Immutable.
 *
 * @param name of the system property
 * @param words the allowed ones; empty for any text
 * @param defaultValue what holds if nobody sets it
 * @param text what it is for
 */
public record TextKey(String name, List<String> words, String defaultValue, String text) {
    public TextKey {
        if (!name.startsWith(Key.PREFIX) || !words.isEmpty() && !words.contains(defaultValue)) {
            throw new IllegalArgumentException(name + ": " + defaultValue + " is not one of " + words);
        }
    }

    /** What is allowed, for people. */
    public String allowed() {
        return words.isEmpty() ? "text" : String.join(", ", words);
    }

    /** What is wrong with a value; null if nothing. */
    @Nullable
    String problem(String value) {
        return words.isEmpty() || words.contains(value.strip()) ? null : name + "=" + value + ", allowed: " + allowed();
    }
}
