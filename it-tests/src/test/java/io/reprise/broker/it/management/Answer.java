package io.reprise.broker.it.management;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.List;

/** What the server answered. */
record Answer(HttpResponse<String> response) {
    int status() {
        return response.statusCode();
    }

    String text() {
        return response.body();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    JsonObject json() {
        return Json.createReader(new StringReader(text())).readObject();
    }

    JsonObject data() {
        return json().getJsonObject("data");
    }

    JsonObject meta() {
        return json().getJsonObject("meta");
    }

    /** One attribute of each object of a list. */
    List<String> column(String attribute) {
        return json().getJsonArray("data").getValuesAs(JsonObject.class).stream()
                .map(row -> row.get(attribute))
                .map(value -> value instanceof JsonString string ? string.getString() : String.valueOf(value))
                .toList();
    }

    /** Status, code and name of a SEMP error, e.g. {@code 400 6 NOT_FOUND}. */
    String sempError() {
        JsonObject error = meta().getJsonObject("error");
        return status() + " " + error.getInt("code") + " " + error.getString("status");
    }

    String sempText() {
        return meta().getJsonObject("error").getString("description");
    }

    /** Status and code of a problem document, e.g. {@code 404 no-such-queue}. */
    String problem() {
        return status() + " " + json().getString("code");
    }

    /** The query of the next page; empty if this is the last. */
    String nextPage() {
        JsonValue paging = meta().get("paging");
        return paging == null ? "" : paging.asJsonObject().getString("cursorQuery");
    }
}
