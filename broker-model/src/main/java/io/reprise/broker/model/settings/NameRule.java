package io.reprise.broker.model.settings;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;

/**
 * What the name of an object may be: so many characters, none of {@code * ? ' < > & ;}, and text that has a UTF-8 form.
 *
 * @param what is named, for people, e.g. {@code endpoint name}
 */
public record NameRule(String what, int maxCharacters) {
    private static final String FORBIDDEN = "*?'<>&;\0";

    /** @throws BrokerException {@code INVALID_PARAMETER} */
    public void check(String text) {
        int characters = text.codePointCount(0, text.length());
        if (characters == 0 || characters > maxCharacters) {
            throw refused(text, characters + " characters", "1–" + maxCharacters);
        }
        text.codePoints().forEach(c -> requireAllowed(text, c));
    }

    private void requireAllowed(String text, int c) {
        if (FORBIDDEN.indexOf(c) >= 0) {
            String shown = c == 0 ? "NUL" : Character.toString(c);
            throw refused(text, "contains " + shown, "none of * ? ' < > & ; and NUL");
        }
        if (Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE) {
            throw refused(text, "half a surrogate pair", "text that has a UTF-8 form");
        }
    }

    /** The refusal of a name. */
    public BrokerException refused(String text, String actual, String allowed) {
        return BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, what + " '" + text.replace('\0', '?') + "'", actual, allowed);
    }
}
