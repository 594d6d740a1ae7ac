package io.reprise.broker.web.openapi;

import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The whole document: every resource method on each of its paths, the streams, and the schemas and refusals that they name. One thread. */
final class OpenApiDocument {
    private final TreeMap<String, PathItem> paths = new TreeMap<>();
    private final Map<String, Schema<?>> schemas = new TreeMap<>();
    private final Map<String, ApiResponse> refusals = new TreeMap<>();

    private OpenApiDocument() {
        schemas.putAll(Envelopes.all());
        schemas.putAll(ObjectSchemas.all());
        schemas.putAll(ActionOperations.schemas());
        schemas.putAll(DefinitionOperations.schemas());
        schemas.putAll(MessagingOperations.schemas());
        schemas.putAll(ReceivingOperations.schemas());
        StreamOperations.REFUSALS.forEach(this::put);
    }

    /** As the code declares it. */
    static OpenAPI build() {
        OpenApiDocument document = new OpenApiDocument();
        DescribedMethod.all().forEach(document::add);
        StreamOperations.all().forEach((path, operation) -> document.put(path, HttpMethod.GET, operation));
        return document.assembled();
    }

    /** As it is checked in. */
    static String text() {
        return Json.pretty(build()) + "\n";
    }

    private void add(DescribedMethod described) {
        for (PathVariant variant : described.variants()) {
            OperationDocument operation = new OperationDocument(described, variant);
            put(variant.path(), HttpMethod.valueOf(described.method().verb()), operation.build());
            schemas.putAll(operation.envelopes());
            operation.refusals().forEach(this::put);
        }
    }

    private void put(Refusal refusal) {
        refusals.put(refusal.name(), refusal.response());
    }

    private void put(String path, HttpMethod verb, Operation operation) {
        PathItem item = paths.computeIfAbsent("/" + path, none -> new PathItem());
        if (item.readOperationsMap().containsKey(verb)) {
            throw new AssertionError(verb + " " + path + " is there twice");
        }
        item.operation(verb, operation);
    }

    private OpenAPI assembled() {
        Paths inOrder = new Paths();
        inOrder.putAll(paths);
        Components components = new Components()
                .addSecuritySchemes(
                        "basic",
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("basic"))
                .addSecuritySchemes(
                        "bearer",
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
        Map<String, Schema> named = new TreeMap<>(schemas);
        components.setSchemas(named);
        components.setResponses(refusals);
        return new OpenAPI()
                .openapi("3.0.3")
                .info(
                        new Info()
                                .title("Reprise")
                                .version("0.1")
                                .description(
                                        "Management in the shape of SEMP v2, sending and receiving over HTTP, metrics, health. The"
                                                + " rules are in docs/management-api.md, docs/http-messaging.md and docs/live-http.md; who may do what is under x-roles."))
                .servers(List.of(new Server().url("/reprise")))
                .security(List.of(
                        new SecurityRequirement().addList("basic"), new SecurityRequirement().addList("bearer")))
                .paths(inOrder)
                .components(components);
    }
}
