package io.reprise.broker.model.topic;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;

/** The rules that a topic and a filter's pattern share (spec 1.2). */
final class TopicText {
    static final char SEPARATOR = '/';
    static final int MAX_BYTES = 250;
    static final int MAX_LEVELS = 128;

    private TopicText() {}

    /** Refuses text that is no topic; {@code what} names its role in the error. */
    static void require(String what, String text) {
        if (text.isEmpty() || text.length() > MAX_BYTES) {
            throw refused(what, text, text.length() + " characters", "1–" + MAX_BYTES + " bytes of UTF-8");
        }
        requireCharacters(what, text);
    }

    private static void requireCharacters(String what, String text) {
        int bytes = utf8Length(what, text, 0);
        if (bytes > MAX_BYTES) {
            throw refused(what, text, bytes + " bytes of UTF-8", "1–" + MAX_BYTES);
        }
        int levels = levels(text);
        if (levels > MAX_LEVELS) {
            throw refused(what, text, levels + " levels", "at most " + MAX_LEVELS);
        }
    }

    private static int levels(String text) {
        int levels = 1;
        for (int slash = text.indexOf(SEPARATOR); slash >= 0; slash = text.indexOf(SEPARATOR, slash + 1)) {
            levels++;
        }
        return levels;
    }

    /** Bytes of the UTF-8 form from {@code start} on; refuses NUL and what has no UTF-8 form. */
    static int utf8Length(String what, String text, int start) {
        int bytes = 0;
        for (int i = start; i < text.length(); i++) {
            bytes += utf8Bytes(what, text, i);
        }
        return bytes;
    }

    /** Bytes that the UTF-16 unit at {@code i} adds; each half of a surrogate pair adds two of the pair's four. */
    private static int utf8Bytes(String what, String text, int i) {
        char c = text.charAt(i);
        if (c == 0) {
            throw refused(what, text.replace('\0', '?'), "NUL at index " + i, "no NUL");
        }
        if (c < 0x80) {
            return 1;
        }
        if (Character.isSurrogate(c) && !inPair(text, i)) {
            throw refused(what, text, "half a surrogate pair at index " + i, "text that has a UTF-8 form");
        }
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }

    private static boolean inPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    static BrokerException refused(String what, String text, String actual, String allowed) {
        return BrokerException.refused(ErrorCode.INVALID_TOPIC, what + " '" + text + "'", actual, allowed);
    }
}
