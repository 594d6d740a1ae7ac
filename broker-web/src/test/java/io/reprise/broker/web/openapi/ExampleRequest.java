package io.reprise.broker.web.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The request that the document gives as an example of an operation.
 *
 * @param path below {@code /reprise/}, with those parameters of the query that are required
 * @param body empty if there is none
 */
record ExampleRequest(Operation operation, String verb, String path, String body) {
    /** What stands for ids that only the server knows. */
    private static final String SOME_MESSAGE = "rmid1:00000-00000000001-00000000-00000001";

    /** One for each operation. */
    static List<ExampleRequest> all() {
        OpenAPI document = OpenApiDocument.build();
        List<ExampleRequest> result = new ArrayList<>();
        document.getPaths()
                .forEach((path, item) -> item.readOperationsMap()
                        .forEach((verb, operation) -> result.add(new ExampleRequest(
                                operation, verb.name(), concrete(path, operation), body(operation)))));
        return result;
    }

    String id() {
        return operation.getOperationId();
    }

    @Override
    public String toString() {
        return id();
    }

    boolean isStream() {
        return operation.getExtensions().containsKey("x-streams");
    }

    /** The path with one more parameter in the query. */
    String pathWith(String parameter) {
        return path + (path.contains("?") ? "&" : "?") + parameter;
    }

    /** The names of the query's parameters. */
    List<String> parameters(String in) {
        return parameters(operation, in).map(Parameter::getName).toList();
    }

    /** The name of the schema of the JSON that it takes. */
    Optional<String> takes() {
        return Optional.ofNullable(operation.getRequestBody())
                .map(body -> body.getContent().get("application/json"))
                .map(content -> content.getSchema().get$ref().substring(Fields.REFERENCE.length()));
    }

    private static java.util.stream.Stream<Parameter> parameters(Operation operation, String in) {
        return operation.getParameters().stream()
                .filter(parameter -> parameter.getIn().equals(in));
    }

    private static String concrete(String path, Operation operation) {
        String result = path.substring(1);
        for (Parameter parameter : parameters(operation, "path").toList()) {
            result = result.replace("{" + parameter.getName() + "}", encoded(parameter.getExample()));
        }
        String query = parameters(operation, "query")
                .filter(parameter -> Boolean.TRUE.equals(parameter.getRequired()))
                .map(parameter -> parameter.getName() + "=" + encoded(parameter.getExample()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? result : result + "?" + query;
    }

    private static String encoded(Object example) {
        return URLEncoder.encode(Objects.requireNonNull(example).toString(), StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    private static String body(Operation operation) {
        RequestBody body = operation.getRequestBody();
        return body == null
                ? ""
                : body.getContent().values().stream()
                        .filter(content -> content.getExample() != null)
                        .map(content -> content.getExample().toString())
                        .collect(Collectors.joining())
                        .replace("{replicationGroupMsgId}", SOME_MESSAGE);
    }
}
