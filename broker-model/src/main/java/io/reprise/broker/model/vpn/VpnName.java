package io.reprise.broker.model.vpn;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;

/** The name of a VPN: 1–32 characters, none of {@code * ? ' < > & ; /} (spec 1.1). A name exists only if it is valid. */
public record VpnName(String text) {
    private static final int MAX_CHARACTERS = 32;
    private static final String FORBIDDEN = "*?'<>&;/\0";

    public VpnName {
        int characters = text.codePointCount(0, text.length());
        if (characters == 0 || characters > MAX_CHARACTERS) {
            throw refused(text, characters + " characters", "1–" + MAX_CHARACTERS);
        }
        text.codePoints().forEach(c -> requireAllowed(text, c));
    }

    /**
     * A name.
     *
     * @throws BrokerException INVALID_PARAMETER
     */
    public static VpnName of(String text) {
        return new VpnName(text);
    }

    @Override
    public String toString() {
        return text;
    }

    private static void requireAllowed(String text, int c) {
        if (FORBIDDEN.indexOf(c) >= 0) {
            String shown = c == 0 ? "NUL" : Character.toString(c);
            throw refused(text, "contains " + shown, "none of * ? ' < > & ; / and NUL");
        }
        if (Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE) {
            throw refused(text, "half a surrogate pair", "text that has a UTF-8 form");
        }
    }

    private static BrokerException refused(String text, String actual, String allowed) {
        return BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, "VPN name '" + text.replace('\0', '?') + "'", actual, allowed);
    }
}
