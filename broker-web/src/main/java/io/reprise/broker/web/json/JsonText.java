package io.reprise.broker.web.json;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.json.StrictJson;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.JsonWriter;
import jakarta.json.JsonWriterFactory;
import jakarta.json.stream.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
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
    private static final String BODY = "the request's body";
    private static final String NOT_UTF8 = "it is not UTF-8";
    private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());

    private static final JsonWriterFactory LINES =
            Json.createWriterFactory(Map.of(JsonGenerator.PRETTY_PRINTING, true));

    private JsonText() {}

    /**
     * The one object that the stream holds, in its order; an empty stream is an empty object.
     *
     * @throws BrokerException PARSE_ERROR if it holds anything else
     */
    public static Map<String, @Nullable Object> readObject(InputStream in) {
        String text = readText(in);
        return text.isBlank() ? new LinkedHashMap<>() : StrictJson.toMap(StrictJson.parse(text, BODY));
    }

    /**
     * The one object that the bytes hold, however many.
     *
     * @throws BrokerException PARSE_ERROR if they hold anything else
     */
    public static JsonObject parseObject(byte[] utf8) {
        return StrictJson.parse(utf8, BODY);
    }

    /** The one value that the bytes hold; empty if they are no JSON, or too deep. */
    public static Optional<JsonValue> valueOf(byte[] utf8) {
        try {
            String inObject = "{\"value\":" + decode(utf8) + "}";
            JsonObject read = StrictJson.parse(inObject, BODY);
            return Optional.ofNullable(read.get("value")).filter(value -> read.size() == 1);
        } catch (CharacterCodingException | BrokerException otherText) {
            return Optional.empty();
        }
    }

    /** The same for people and for programs that compare lines: indented, with a line break at its end. */
    public static byte[] writeLines(Map<String, ? extends @Nullable Object> object) {
        StringWriter text = new StringWriter();
        try (JsonWriter writer = LINES.createWriter(text)) {
            writer.write(toJson(object));
        }
        return (text.toString().strip() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** A JSON object as UTF-8. Values may be maps and collections too. */
    public static byte[] writeObject(Map<String, ? extends @Nullable Object> object) {
        return toJson(object).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static JsonObject toJson(Map<String, ? extends @Nullable Object> object) {
        @SuppressWarnings({"unchecked", "NullAway"}) // the factory copies the map and takes null for JSON's null
        Map<String, Object> values = (Map<String, Object>) object;
        return BUILDERS.createObjectBuilder(values).build();
    }

    /** A JSON list as UTF-8, likewise. */
    public static byte[] writeList(Collection<? extends @Nullable Object> list) {
        @SuppressWarnings({"unchecked", "NullAway"}) // as above
        Collection<Object> values = (Collection<Object>) list;
        return BUILDERS.createArrayBuilder(values).build().toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String readText(InputStream in) {
        try {
            return decode(readBytes(in, MAX_BYTES));
        } catch (CharacterCodingException notUtf8) {
            throw StrictJson.unreadable(BODY, NOT_UTF8);
        }
    }

    /**
     * All that the stream holds.
     *
     * @throws BrokerException PARSE_ERROR if that is more than {@code maxBytes}, or it breaks off
     */
    public static byte[] readBytes(InputStream in, int maxBytes) {
        try {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw StrictJson.unreadable(BODY, "more than " + maxBytes + " bytes");
            }
            return bytes;
        } catch (IOException brokenOff) {
            throw StrictJson.unreadable(BODY, "it broke off");
        }
    }

    private static String decode(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }
}
