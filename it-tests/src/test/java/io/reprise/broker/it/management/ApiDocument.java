package io.reprise.broker.it.management;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code docs/openapi.json}, which a test of the web module holds against the code. Stateless. */
final class ApiDocument {
    static final Path FILE = Path.of("..", "docs", "openapi.json");

    private static final JsonObject DOCUMENT = read();

    private ApiDocument() {}

    /** Every operation, in the order of paths. */
    static List<ApiOperation> operations() {
        List<ApiOperation> operations = new ArrayList<>();
        JsonObject paths = DOCUMENT.getJsonObject("paths");
        paths.forEach((path, item) -> item.asJsonObject()
                .forEach((verb, operation) -> operations.add(
                        new ApiOperation(verb.toUpperCase(Locale.ROOT), path, operation.asJsonObject()))));
        return operations;
    }

    /** The attributes of the JSON object that an operation takes; none if it takes none. */
    static List<String> attributes(ApiOperation operation) {
        if (!operation.mediaType().equals("application/json")) {
            return List.of();
        }
        String reference = operation
                .json()
                .getJsonObject("requestBody")
                .getJsonObject("content")
                .getJsonObject("application/json")
                .getJsonObject("schema")
                .getString("$ref");
        JsonObject properties = DOCUMENT.getJsonObject("components")
                .getJsonObject("schemas")
                .getJsonObject(reference.substring(reference.lastIndexOf('/') + 1))
                .getJsonObject("properties");
        return properties == null ? List.of() : List.copyOf(properties.keySet());
    }

    private static JsonObject read() {
        try (InputStream file = Files.newInputStream(FILE);
                JsonReader reader = Json.createReader(file)) {
            return reader.readObject();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
