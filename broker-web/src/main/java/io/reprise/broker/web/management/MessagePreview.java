package io.reprise.broker.web.management;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What people are shown of a message's content: its properties, and the beginning of its payload (spec 2.1). Stateless. */
final class MessagePreview {
    private static final int PREVIEW_BYTES = 256;

    private MessagePreview() {}

    /** Numbers, truth values and texts; a number that JSON has not is a text. */
    static Map<String, Object> properties(Message message) {
        Map<String, Object> result = new LinkedHashMap<>();
        message.properties().forEach((name, value) -> result.put(name, json(value)));
        return result;
    }

    private static Object json(Object value) {
        if (value instanceof Byte || value instanceof Short) {
            return ((Number) value).intValue();
        }
        if (value instanceof Float || value instanceof Double) {
            double number = Double.parseDouble(value.toString());
            return Double.isFinite(number) ? (Object) number : value.toString();
        }
        return value;
    }

    /** {@code none}, {@code text}, {@code bytes}, {@code map}, {@code stream}, {@code object}. */
    static String bodyKind(Message message) {
        return message.bodyKind().name().toLowerCase(Locale.ROOT);
    }

    /** The first 256 bytes of the body: a text without a character cut in two, everything else in Base64. */
    static String payload(Message message) {
        int length = Math.min(message.body().length, PREVIEW_BYTES);
        ByteBuffer beginning = ByteBuffer.wrap(message.body(), 0, length);
        return message.bodyKind() == BodyKind.TEXT
                ? wholeCharacters(beginning)
                : new String(Base64.getEncoder().encode(beginning).array(), StandardCharsets.ISO_8859_1);
    }

    private static String wholeCharacters(ByteBuffer utf8) {
        CharBuffer characters = CharBuffer.allocate(utf8.remaining());
        StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .decode(utf8, characters, false);
        return characters.flip().toString();
    }
}
