package io.reprise.broker.web.receive;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.TypedValues;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.web.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message's body and properties as JSON: text as it is, a Jakarta Messaging map as an object, a stream as a list, bytes and Java
 * objects in Base64. Stateless.
 */
public final class BodyJson {
    private static final String BODY = "body";

    private BodyJson() {}

    /** Adds {@code bodyKind}, {@code body} and, where the body is in Base64, {@code encoding}. */
    static void put(Map<String, @Nullable Object> json, Message message) {
        BodyKind kind = message.bodyKind();
        json.put("bodyKind", kind.name().toLowerCase(Locale.ROOT));
        switch (kind) {
            case NONE -> {}
            case TEXT -> json.put(BODY, new String(message.body(), StandardCharsets.UTF_8));
            case BYTES, OBJECT -> putBase64(json, message);
            case MAP, STREAM -> putTyped(json, message);
        }
    }

    private static void putBase64(Map<String, @Nullable Object> json, Message message) {
        json.put(BODY, base64(message.body()));
        json.put("encoding", "base64");
    }

    /** One that was not written by us may be no such thing. */
    private static void putTyped(Map<String, @Nullable Object> json, Message message) {
        typed(message).ifPresentOrElse(body -> json.put(BODY, body), () -> putBase64(json, message));
    }

    /** A Jakarta Messaging map as an object, a stream as a list; empty if the body is neither. */
    private static Optional<Object> typed(Message message) {
        WireReader in = new WireReader(message.body());
        try {
            return switch (message.bodyKind()) {
                case MAP -> Optional.of(map(TypedValues.readMap(in)));
                case STREAM -> Optional.of(list(TypedValues.readList(in)));
                default -> Optional.empty();
            };
        } catch (MalformedWireException otherBytes) {
            return Optional.empty();
        }
    }

    /** User properties by name. */
    static Map<String, @Nullable Object> map(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        values.forEach((name, value) -> json.put(name, value(value)));
        return json;
    }

    /** The same as a text in UTF-8. */
    public static Optional<byte[]> typedText(Message message) {
        return typed(message)
                .map(body -> body instanceof Map<?, ?> map
                        ? JsonText.writeObject(named(map))
                        : JsonText.writeList((List<?>) body));
    }

    private static Map<String, @Nullable Object> named(Map<?, ?> map) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        map.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    private static List<@Nullable Object> list(List<@Nullable Object> values) {
        List<@Nullable Object> json = new ArrayList<>();
        values.forEach(value -> json.add(value(value)));
        return json;
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Byte || value instanceof Short) {
            return ((Number) value).intValue();
        }
        if (value instanceof Float || value instanceof Double) {
            double number = Double.parseDouble(value.toString());
            return Double.isFinite(number) ? (Object) number : value.toString();
        }
        if (value instanceof byte[] bytes) {
            return base64(bytes);
        }
        return value instanceof Character letter ? letter.toString() : value;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
