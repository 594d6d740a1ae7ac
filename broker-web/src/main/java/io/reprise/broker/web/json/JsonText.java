package io.reprise.broker.web.json;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonConfig;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JSON between HTTP and plain values: Boolean, Long or BigDecimal, String, null, and maps of these. Reading is strict: one object,
 * UTF-8, no name twice, at most 1 MiB. Stateless.
 */
public final class JsonText {
    private static final int MAX_BYTES = 1 << 20;
    private static final String NOT_UTF8 = "it is not UTF-8";
    private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());
    private static final JsonReaderFactory READERS =
            Json.createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE));
    private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());

    private JsonText() {}

    /**
     * The one object that the stream holds, in its order; an empty stream is an empty object.
     *
     * @throws BrokerException PARSE_ERROR if it holds anything else
     */
    public static Map<String, @Nullable Object> readObject(InputStream in) {
        String text = readText(in);
        return text.isBlank() ? new LinkedHashMap<>() : toMap(parse(text));
    }

    /**
     * The one object that the bytes hold, however many.
     *
     * @throws BrokerException PARSE_ERROR if they hold anything else
     */
    public static JsonObject parseObject(byte[] utf8) {
        try {
            return parse(decode(utf8));
        } catch (CharacterCodingException notUtf8) {
            throw unreadable(NOT_UTF8);
        }
    }

    /** The one value that the bytes hold; empty if they are no JSON, or too deep. */
    public static Optional<JsonValue> valueOf(byte[] utf8) {
        try {
            String inObject = "{\"value\":" + decode(utf8) + "}";
            JsonObject read = parse(inObject);
            return Optional.ofNullable(read.get("value")).filter(value -> read.size() == 1);
        } catch (CharacterCodingException | BrokerException otherText) {
            return Optional.empty();
        }
    }

    private static JsonObject parse(String text) {
        try {
            requireOneObject(text);
            return readOnce(text);
        } catch (BrokerException refusal) {
            throw refusal;
        } catch (RuntimeException malformed) { // the reader throws a plain one where text nests too deep
            throw unreadable(malformed.getMessage());
        }
    }

    /** A JSON object as UTF-8. Values may be maps and collections too. */
    public static byte[] writeObject(Map<String, ? extends @Nullable Object> object) {
        @SuppressWarnings({"unchecked", "NullAway"}) // the factory copies the map and takes null for JSON's null
        Map<String, Object> values = (Map<String, Object>) object;
        return BUILDERS.createObjectBuilder(values).build().toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A JSON list as UTF-8, likewise. */
    public static byte[] writeList(Collection<? extends @Nullable Object> list) {
        @SuppressWarnings({"unchecked", "NullAway"}) // as above
        Collection<Object> values = (Collection<Object>) list;
        return BUILDERS.createArrayBuilder(values).build().toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String readText(InputStream in) {
        try {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw unreadable("more than " + MAX_BYTES + " bytes");
            }
            return decode(bytes);
        } catch (CharacterCodingException notUtf8) {
            throw unreadable(NOT_UTF8);
        } catch (IOException brokenOff) {
            throw unreadable("it broke off");
        }
    }

    private static String decode(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    /** The reader below does not look at what follows the object. Event by event: skipObject never ends on text broken off. */
    private static void requireOneObject(String text) {
        try (JsonParser parser = PARSERS.createParser(new StringReader(text))) {
            if (parser.next() != JsonParser.Event.START_OBJECT) {
                throw unreadable("it does not begin with {");
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

    private static Map<String, @Nullable Object> toMap(JsonObject object) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        object.forEach((name, value) -> result.put(name, toPlain(value)));
        return result;
    }

    private static @Nullable Object toPlain(JsonValue value) {
        return switch (value.getValueType()) {
            case NULL -> null;
            case TRUE -> true;
            case FALSE -> false;
            case STRING -> ((JsonString) value).getString();
            case NUMBER -> toNumber((JsonNumber) value);
            case OBJECT -> toMap((JsonObject) value);
            case ARRAY ->
                value.asJsonArray().stream()
                        .map(item -> String.valueOf(toPlain(item)))
                        .toList();
        };
    }

    private static Number toNumber(JsonNumber number) {
        BigDecimal value = new BigDecimal(number.toString());
        try {
            return value.longValueExact();
        } catch (ArithmeticException notWhole) {
            return value;
        }
    }

    private static BrokerException unreadable(@Nullable String reason) {
        return BrokerException.refused(
                ErrorCode.PARSE_ERROR, "the request's body", String.valueOf(reason), "one JSON object in UTF-8");
    }
}
