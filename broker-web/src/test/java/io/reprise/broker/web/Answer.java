package io.reprise.broker.web;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.List;

/** What came back. */
public record Answer(HttpResponse<String> response) {
    public int status() {
        return response.statusCode();
    }

    public String text() {
        return response.body();
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    public JsonObject json() {
        return Json.createReader(new StringReader(text())).readObject();
    }

    public JsonObject data() {
        return json().getJsonObject("data");
    }

    public JsonObject meta() {
        return json().getJsonObject("meta");
    }

    /** One attribute of each object of a list. */
    public List<String> column(String attribute) {
        return json().getJsonArray("data").getValuesAs(JsonObject.class).stream()
                .map(row -> row.get(attribute))
                .map(value -> value instanceof JsonString string ? string.getString() : String.valueOf(value))
                .toList();
    }

    /** {@code 11 INVALID_PARAMETER} of a SEMP error. */
    public String sempError() {
        JsonObject error = meta().getJsonObject("error");
        return error.getInt("code") + " " + error.getString("status");
    }

    public String sempDescription() {
        return meta().getJsonObject("error").getString("description");
    }

    /** The query of the next page; empty if this is the last. */
    public String nextPage() {
        JsonValue paging = meta().get("paging");
        return paging == null ? "" : paging.asJsonObject().getString("cursorQuery");
    }
}
