package io.reprise.broker.engine.store;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.settings.AttributeValues;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings of an endpoint, a replay log, a VPN or an object of it as their row holds them: the JSON object of the management API. */
public final class SettingsJson {
    /** Made once: to find the provider takes longer than to write an object. */
    private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());

    private static final JsonReaderFactory READERS = Json.createReaderFactory(Map.of());

    private SettingsJson() {}

    /** As stored. */
    public static String write(EndpointSettings settings) {
        return write(settings.toMap());
    }

    /** As stored. */
    public static String write(VpnSettings settings) {
        return write(settings.toMap());
    }

    /** As stored. */
    public static String write(ReplayLogSettings settings) {
        return write(settings.toMap());
    }

    /** As stored. */
    public static String write(AttributeValues values) {
        return write(values.toStoredMap());
    }

    private static String write(Map<String, Object> settings) {
        JsonObjectBuilder object = BUILDERS.createObjectBuilder();
        settings.forEach((name, value) -> {
            if (value instanceof Boolean flag) {
                object.add(name, flag);
            } else if (value instanceof Number number) {
                object.add(name, number.longValue());
            } else {
                object.add(name, value.toString());
            }
        });
        return object.build().toString();
    }

    /** As stored by any version: what is missing has its default. */
    public static EndpointSettings read(EndpointKind kind, String json) {
        return EndpointSettings.defaults(kind).with(values(json));
    }

    /** As stored by any version: what is missing has its default. */
    public static VpnSettings readVpn(String json) {
        return VpnSettings.DEFAULTS.with(values(json));
    }

    /** As stored by any version: what is missing has its default. */
    public static ReplayLogSettings readReplayLog(String json) {
        return ReplayLogSettings.DEFAULTS.with(values(json));
    }

    /** As stored by any version: what is missing is as in {@code defaults}. */
    public static AttributeValues readInto(AttributeValues defaults, String json) {
        return defaults.with(values(json));
    }

    private static Map<String, Object> values(String json) {
        Map<String, Object> values = new LinkedHashMap<>();
        try (JsonReader reader = READERS.createReader(new StringReader(json))) {
            JsonObject object = reader.readObject();
            object.forEach((name, value) -> values.put(name, plain(value)));
        }
        return values;
    }

    private static Object plain(JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number.longValue();
        }
        if (value instanceof JsonString text) {
            return text.getString();
        }
        return value == JsonValue.TRUE;
    }
}
