package io.reprise.broker.ra.jms;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A correlation id is stored as text. One set as bytes is stored as {@code ID:REPRISE_BINARY:} and its hex digits, so that both getters
 * answer after either setter: bytes of a text are its UTF-8 form [JMS 3.1 §3.4.5].
 */
final class CorrelationId {
    private static final String BINARY_PREFIX = "ID:REPRISE_BINARY:";

    private CorrelationId() {}

    static @Nullable String ofBytes(byte @Nullable [] bytes) {
        return bytes == null ? null : BINARY_PREFIX + HexFormat.of().formatHex(bytes);
    }

    static byte @Nullable [] toBytes(@Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.startsWith(BINARY_PREFIX)) {
            try {
                return HexFormat.of().parseHex(text, BINARY_PREFIX.length(), text.length());
            } catch (IllegalArgumentException notOurs) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
