package io.reprise.broker.it.management;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An operation of the OpenAPI document, with the request that it gives as an example.
 *
 * @param template of the path, with a slash before it
 */
record ApiOperation(String verb, String template, JsonObject json) {
    /** How long examples wait for messages. */
    private static final String LONG_WAIT = "PT20S";

    private static final String NO_WAIT = "PT0S";

    String id() {
        return json.getString("operationId");
    }

    boolean isStream() {
        return json.containsKey("x-streams");
    }

    boolean isSemp() {
        return template.startsWith("/SEMP/");
    }

    /** The example's path below {@code /reprise/}, with those parameters of the query that are required; values given go first. */
    String path(Map<String, String> values) {
        String path = template.substring(1);
        for (JsonObject parameter : parameters("path")) {
            String name = parameter.getString("name");
            String value = values.getOrDefault(name, text(parameter.get("example")));
            path = path.replace("{" + name + "}", Api.encoded(value));
        }
        String query = parameters("query").stream()
                .filter(parameter -> parameter.getBoolean("required", false))
                .map(parameter -> parameter.getString("name") + "=" + Api.encoded(text(parameter.get("example"))))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? path : path + "?" + query;
    }

    /** The path with one more parameter in the query. */
    static String with(String path, String parameter) {
        return path + (path.contains("?") ? "&" : "?") + parameter;
    }

    List<JsonObject> parameters(String in) {
        JsonArray all = Optional.ofNullable(json.getJsonArray("parameters")).orElse(JsonValue.EMPTY_JSON_ARRAY);
        return all.getValuesAs(JsonObject.class).stream()
                .filter(parameter -> parameter.getString("in").equals(in))
                .toList();
    }

    /** The media type that it takes; empty if it takes nothing. */
    String mediaType() {
        return Optional.ofNullable(json.getJsonObject("requestBody"))
                .map(body -> body.getJsonObject("content").keySet().iterator().next())
                .orElse("");
    }

    /** The example's body; empty if there is none. */
    String body(Map<String, String> values) {
        String type = mediaType();
        if (type.isEmpty()) {
            return "";
        }
        JsonValue example = json.getJsonObject("requestBody")
                .getJsonObject("content")
                .getJsonObject(type)
                .get("example");
        String body = text(example).replace(LONG_WAIT, NO_WAIT);
        for (Map.Entry<String, String> value : values.entrySet()) {
            body = body.replace("{" + value.getKey() + "}", value.getValue());
        }
        return body;
    }

    /** The headers that go with the body. */
    String[] headers() {
        String type = mediaType();
        return type.isEmpty() ? new String[0] : new String[] {"Content-Type", type};
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString string ? string.getString() : String.valueOf(value);
    }

    @Override
    public String toString() {
        return id();
    }
}
