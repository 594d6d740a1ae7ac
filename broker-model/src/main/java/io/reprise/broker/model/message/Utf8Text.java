package io.reprise.broker.model.message;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text to bytes and back, exactly: what the platform would put a question mark for is refused. Pure. */
public final class Utf8Text {
    private static final char REPLACEMENT = '\uFFFD';

    private Utf8Text() {}

    /**
     * The UTF-8 form of text.
     *
     * @throws BrokerException {@code INVALID_PARAMETER} if it has none: half a surrogate pair would be stored as another character
     */
    public static byte[] encode(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                i = secondOfPair(text, i);
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int secondOfPair(String text, int first) {
        if (!Character.isHighSurrogate(text.charAt(first))
                || first + 1 == text.length()
                || !Character.isLowSurrogate(text.charAt(first + 1))) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "text of " + text.length() + " characters",
                    "half a surrogate pair at index " + first,
                    "text that has a UTF-8 form");
        }
        return first + 1;
    }

    /** The text of a range of bytes; {@link MalformedWireException} if they are not UTF-8. */
    static String decode(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            byte[] again = text.getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(again, 0, again.length, bytes, offset, offset + length)) {
                throw new MalformedWireException("text at " + offset + " is not UTF-8");
            }
        }
        return text;
    }
}
