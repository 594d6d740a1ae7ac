package io.reprise.broker.model.json;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.json.Json;
import jakarta.json.JsonConfig;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON that comes from outside, strictly: one object, UTF-8, no name twice, nothing after it. Stateless. */
public final class StrictJson {
    private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());
    private static final JsonReaderFactory READERS =
            Json.createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE));

    private StrictJson() {}

    /**
     * The one object that the bytes hold.
     *
     * @param what the text is, for people
     * @throws BrokerException PARSE_ERROR if they hold anything else
     */
    public static JsonObject parse(byte[] utf8, String what) {
        try {
            return parse(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(utf8))
                            .toString(),
                    what);
        } catch (CharacterCodingException notUtf8) {
            throw unreadable(what, "it is not UTF-8");
        }
    }

    /** The one object that a text holds. */
    public static JsonObject parse(String text, String what) {
        try {
            requireOneObject(text, what);
            return readOnce(text);
        } catch (BrokerException refusal) {
            throw refusal;
        } catch (RuntimeException malformed) { // the reader throws a plain one where text nests too deep
            throw unreadable(what, malformed.getMessage());
        }
    }

    /** As plain values, in its order: Boolean, Long or BigDecimal, String, null, lists and maps of these. */
    public static Map<String, @Nullable Object> toMap(JsonObject object) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        object.forEach((name, value) -> result.put(name, toPlain(value)));
        return result;
    }

    /** A text that can't be read, with the reason. */
    public static BrokerException unreadable(String what, @Nullable String reason) {
        return BrokerException.refused(ErrorCode.PARSE_ERROR, what, String.valueOf(reason), "one JSON object in UTF-8");
    }

    /** The reader below does not look at what follows the object. Event by event: skipObject never ends on text broken off. */
    private static void requireOneObject(String text, String what) {
        try (JsonParser parser = PARSERS.createParser(new StringReader(text))) {
            if (parser.next() != JsonParser.Event.START_OBJECT) {
                throw unreadable(what, "it does not begin with {");
            }
            while (parser.hasNext()) {
                parser.next();
            }
        }
    }

    private static JsonObject readOnce(String text) {
        try (JsonReader reader = READERS.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }

    private static @Nullable Object toPlain(JsonValue value) {
        return switch (value.getValueType()) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case STRING -> ((JsonString) value).getString();
            case NUMBER -> toNumber((JsonNumber) value);
            case OBJECT -> toMap(value.asJsonObject());
            case ARRAY -> toList(value.asJsonArray());
        };
    }

    private static List<@Nullable Object> toList(List<JsonValue> values) {
        List<@Nullable Object> result = new ArrayList<>(values.size());
        values.forEach(value -> result.add(toPlain(value)));
        return result;
    }

    private static Number toNumber(JsonNumber number) {
        BigDecimal value = new BigDecimal(number.toString());
        try {
            return value.longValueExact();
        } catch (ArithmeticException notWhole) {
            return value;
        }
    }
}
