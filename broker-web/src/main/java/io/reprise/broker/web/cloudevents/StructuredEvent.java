package io.reprise.broker.web.cloudevents;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.message.Utf8Text;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.PayloadType;
import io.reprise.broker.web.request.Problems;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event in structured mode: one JSON object holds attributes and data [CloudEvents JSON format 1.0.2]. Immutable.
 *
 * @param event its attributes
 * @param dataType the type of its data, {@code application/json} if it has data and names none
 * @param data its data as the message's body; empty if it has none
 */
public record StructuredEvent(CloudEvent event, PayloadType dataType, byte[] data) {
    private static final String DATA = "data";
    private static final String DATA_BASE64 = "data_base64";
    private static final String JSON = "application/json";

    /**
     * Takes it apart; what is wrong with it goes to {@code problems}.
     *
     * @throws BrokerException PARSE_ERROR if the body is no JSON object
     */
    public static StructuredEvent read(byte[] body, Problems problems) {
        JsonObject json = JsonText.parseObject(body);
        EventReading event = new EventReading(name -> "attribute " + name, problems);
        json.forEach((name, value) -> readMember(name, value, event));
        JsonValue data = json.get(DATA);
        JsonValue base64 = json.get(DATA_BASE64);
        if (data != null && base64 != null) {
            problems.refuse(DATA + " and " + DATA_BASE64, "both", "one of the two");
        }
        String named = json.get(CloudEvent.CONTENT_TYPE) instanceof JsonString text ? text.getString() : null;
        boolean hasData = data != null || base64 != null;
        PayloadType type =
                PayloadType.of(event.label(CloudEvent.CONTENT_TYPE), named == null && hasData ? JSON : named, problems);
        return new StructuredEvent(event.end(), type, data(data, base64, type, problems));
    }

    private static void readMember(String name, JsonValue value, EventReading event) {
        if (name.equals(DATA) || name.equals(DATA_BASE64) || value.getValueType() == JsonValue.ValueType.NULL) {
            return; // null is an attribute that is not there
        }
        if (name.equals(CloudEvent.CONTENT_TYPE)) {
            if (!(value instanceof JsonString)) {
                event.problems().refuse(event.label(name), value.toString(), "a media type as text");
            }
            return;
        }
        String text = text(value);
        if (text == null) {
            event.problems()
                    .refuse(event.label(name), value.toString(), "text, true, false, a whole number of 32 bits");
        } else {
            event.add(name, text);
        }
    }

    /** The canonical text of an attribute's value; null if it can't be one [§2.2]. */
    private static @Nullable String text(JsonValue value) {
        return switch (value.getValueType()) {
            case STRING -> ((JsonString) value).getString();
            case TRUE, FALSE -> value.toString();
            case NUMBER -> whole((JsonNumber) value);
            default -> null;
        };
    }

    private static @Nullable String whole(JsonNumber number) {
        try {
            return Integer.toString(number.bigDecimalValue().intValueExact());
        } catch (ArithmeticException otherNumber) {
            return null;
        }
    }

    private static byte[] data(
            @Nullable JsonValue data, @Nullable JsonValue base64, PayloadType type, Problems problems) {
        if (base64 instanceof JsonString text) {
            try {
                return type.stored(Base64.getDecoder().decode(text.getString()));
            } catch (IllegalArgumentException malformed) {
                problems.refuse(DATA_BASE64, String.valueOf(malformed.getMessage()), "Base64");
            }
        } else if (base64 != null) {
            problems.refuse(DATA_BASE64, base64.toString(), "Base64 as text");
        } else if (data instanceof JsonString text && !type.isJson()) {
            return Utf8Text.encode(text.getString());
        } else if (data != null && type.isJson()) {
            return Utf8Text.encode(data.toString());
        } else if (data != null) {
            problems.refuse(DATA, data.toString(), "text where datacontenttype is " + type.contentType());
        }
        return new byte[0];
    }

    /** Puts attributes and data into the message. */
    public void applyTo(MessageBuilder message) {
        event.applyTo(message);
        dataType.putInto(message, data);
    }

    /**
     * An event that a message is, in structured mode. Data that is JSON by its type but not by itself is given as bytes, as everything
     * that is no text.
     */
    public static Map<String, Object> write(CloudEvent event, Message message) {
        Map<String, Object> json = new LinkedHashMap<>(event.attributes());
        boolean text = message.bodyKind() == BodyKind.TEXT;
        String named = message.contentType();
        if (message.body().length > 0 || named != null) {
            json.put(CloudEvent.CONTENT_TYPE, named != null ? named : text ? "text/plain" : "application/octet-stream");
        }
        if (message.body().length > 0) {
            Optional<Object> data = text ? textData(message) : Optional.empty();
            data.ifPresentOrElse(
                    value -> json.put(DATA, value),
                    () -> json.put(DATA_BASE64, Base64.getEncoder().encodeToString(message.body())));
        }
        return json;
    }

    private static Optional<Object> textData(Message message) {
        return PayloadType.of("contentType", message.contentType(), new Problems())
                        .isJson()
                ? JsonText.valueOf(message.body()).map(Object.class::cast)
                : Optional.of(new String(message.body(), StandardCharsets.UTF_8));
    }
}
