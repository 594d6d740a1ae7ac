package io.reprise.broker.web.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One method on one of its paths, as the document has it. One thread. */
final class OperationDocument {
    private static final String JSON = "application/json";

    private final ResourceMethod method;
    private final Description description;
    private final DescribedMethod described;
    private final PathVariant variant;
    private final Words words;
    private final Map<String, Schema<?>> envelopes = new LinkedHashMap<>();

    OperationDocument(DescribedMethod described, PathVariant variant) {
        this.described = described;
        this.method = described.method();
        this.description = described.description();
        this.variant = variant;
        this.words = new Words(variant.choices());
    }

    /** The schemas of envelopes that the operation names. */
    Map<String, Schema<?>> envelopes() {
        return envelopes;
    }

    /** The refusals that the operation refers to. */
    List<Refusal> refusals() {
        return Refusal.of(errors(), method.isSemp());
    }

    Operation build() {
        Operation operation = new Operation()
                .operationId(id())
                .summary(words.in(description.summary()))
                .addTagsItem(tag())
                .parameters(parameters())
                .requestBody(body())
                .responses(responses());
        if (isOpen()) {
            operation.setSecurity(List.of());
        }
        operation.addExtension("x-roles", described.roles());
        return operation;
    }

    private String id() {
        if (method.isSemp()) {
            return OperationId.of(method.verb(), variant.path());
        }
        String own = method.method().getName();
        return description.id().isEmpty() ? own : words.in(description.id());
    }

    private String tag() {
        String path = variant.path();
        if (method.isSemp()) {
            return path.split("/")[2];
        }
        if (path.startsWith("rest/v1")) {
            return "messaging";
        }
        return path.startsWith("rest/") ? "subjects" : "server";
    }

    /** {@code web.xml} asks for a user everywhere but there. */
    private boolean isOpen() {
        return variant.path().equals("health/live");
    }

    private List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        for (Segment segment : variant.parameters()) {
            parameters.add(new Parameter()
                    .in("path")
                    .name(segment.parameter())
                    .required(true)
                    .description(segment.text())
                    .schema(segment.type().equals("integer") ? new IntegerSchema().format("int64") : new StringSchema())
                    .example(example(segment)));
        }
        parameters.addAll(description.parameters());
        if (description.answer() instanceof Description.OfList) {
            parameters.addAll(Parameters.ofLists());
        } else if (description.answer() instanceof Description.OfObject object && object.selectable()) {
            parameters.add(Parameters.select());
        }
        if (method.isConditional()) {
            parameters.addAll(Parameters.conditions(method.verb(), isVersioned()));
        }
        return parameters;
    }

    /** A VPN itself is another than that in which the other examples are. */
    private String example(Segment segment) {
        return variant.path().equals("SEMP/v2/config/msgVpns/{msgVpnName}") ? "orders" : segment.example();
    }

    /** What has figures of its own in {@code monitor} has no version there. */
    private boolean isVersioned() {
        boolean hasFigures = description.answer() instanceof Description.OfObject object
                && words.in(object.schema()).startsWith("Monitor");
        return description.isVersioned() && !hasFigures;
    }

    private @Nullable RequestBody body() {
        Description.Body body = description.body();
        if (body == null) {
            return null;
        }
        Content content = new Content();
        if (body.schema().isEmpty()) {
            content.addMediaType(
                    body.mediaType(), new MediaType().schema(new StringSchema()).example(body.example()));
            content.addMediaType("*/*", new MediaType().schema(new StringSchema().format("binary")));
        } else {
            content.addMediaType(
                    body.mediaType(),
                    new MediaType()
                            .schema(Fields.reference(words.in(body.schema())))
                            .example(json(words.in(body.example()))));
        }
        return new RequestBody().required(true).content(content);
    }

    private static Object json(String example) {
        try {
            return Json.mapper().readTree(example.replace('\'', '"'));
        } catch (JsonProcessingException malformed) {
            throw new AssertionError(malformed);
        }
    }

    private ApiResponses responses() {
        ApiResponses responses = new ApiResponses();
        responses.addApiResponse(String.valueOf(description.status()), answer());
        if (method.isConditional() && method.verb().equals("GET")) {
            responses.addApiResponse("304", new ApiResponse().description("If-None-Match names what there is."));
        }
        responses.putAll(Responses.refusals(refusals()));
        return responses;
    }

    private ApiResponse answer() {
        if (description.status() == 204) {
            return new ApiResponse().description("Done.");
        }
        if (description.answer() instanceof Description.Plain plain) {
            return Responses.of(plain.text(), plain.mediaType(), plain.schema());
        }
        ApiResponse response = Responses.of("Done.", JSON, Fields.reference(envelope()));
        if (isVersioned() && !method.verb().equals("DELETE")) {
            response.addHeaderObject(
                    "ETag", new Header().description("The object's version.").schema(new StringSchema()));
        }
        return response;
    }

    private String envelope() {
        if (description.answer() instanceof Description.OfObject object) {
            String schema = words.in(object.schema());
            envelopes.put(schema + "Response", Envelopes.ofObject(schema));
            return schema + "Response";
        }
        if (description.answer() instanceof Description.OfList list) {
            String schema = words.in(list.schema());
            envelopes.put(schema + "ListResponse", Envelopes.ofList(schema));
            return schema + "ListResponse";
        }
        return "SempDone";
    }

    private Set<ErrorCode> errors() {
        Set<ErrorCode> errors = EnumSet.noneOf(ErrorCode.class);
        errors.addAll(description.errors());
        if (isOpen()) {
            return errors;
        }
        errors.addAll(List.of(ErrorCode.UNAUTHORIZED, ErrorCode.INTERNAL_ERROR));
        if (!described.roles().isEmpty()) {
            errors.addAll(List.of(ErrorCode.ACCESS_DENIED, ErrorCode.VPN_DOWN));
        }
        if (method.isSemp() || !description.parameters().isEmpty()) {
            errors.addAll(List.of(ErrorCode.INVALID_PARAMETER, ErrorCode.VPN_STARTING));
        }
        if (!variant.parameters().isEmpty()) {
            errors.add(ErrorCode.NOT_FOUND);
        }
        if (method.isSemp() && !method.verb().equals("GET")) {
            errors.addAll(List.of(ErrorCode.DATABASE_UNAVAILABLE, ErrorCode.STEPPED_DOWN, ErrorCode.OUTCOME_UNKNOWN));
        }
        if (method.isSemp() && method.takesBody()) {
            errors.add(ErrorCode.PARSE_ERROR);
        }
        if (method.isConditional()) {
            errors.add(ErrorCode.VERSION_CONFLICT);
        }
        return errors;
    }
}
