package io.reprise.broker.engine.selector;

import java.util.Arrays;

/**
 * The pattern of a LIKE [JMS 3.1 §3.8.1.1]. Matching takes at most as many steps as the text is long times the pattern is: the
 * library's, by regular expressions, took half a minute for four wildcards over 200 characters. Immutable.
 */
final class LikePattern {
    private static final int ANY_RUN = -1;
    private static final int ANY_ONE = -2;
    private static final int NO_ESCAPE = -1;

    /** Characters and wildcards. */
    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    /**
     * Reads it.
     *
     * @param escape empty for none
     * @throws IllegalArgumentException if the escape is longer than one character, or escapes nothing
     */
    static LikePattern of(String pattern, String escape) {
        if (escape.length() > 1) {
            throw new IllegalArgumentException("ESCAPE '" + escape + "' is more than one character");
        }
        int escaping = escape.isEmpty() ? NO_ESCAPE : escape.charAt(0);
        int[] parts = new int[pattern.length()];
        int count = 0;
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) != escaping) {
                parts[count++] = part(pattern.charAt(i));
            } else if (++i < pattern.length()) {
                parts[count++] = pattern.charAt(i);
            } else {
                throw new IllegalArgumentException("LIKE '" + pattern + "' ends with its escape");
            }
        }
        return new LikePattern(Arrays.copyOf(parts, count));
    }

    private static int part(char c) {
        return c == '%' ? ANY_RUN : c == '_' ? ANY_ONE : c;
    }

    /** Whether the whole text is as the pattern. A run is as short as it can be, and only the last one is ever made longer. */
    boolean matches(String text) {
        int at = 0;
        int part = 0;
        int run = -1;
        int runEnd = 0;
        while (at < text.length()) {
            if (part < parts.length && parts[part] == ANY_RUN) {
                run = part++;
                runEnd = at;
            } else if (part < parts.length && (parts[part] == ANY_ONE || parts[part] == text.charAt(at))) {
                part++;
                at++;
            } else if (run >= 0) {
                part = run + 1;
                at = ++runEnd;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_RUN) {
            part++;
        }
        return part == parts.length;
    }
}
