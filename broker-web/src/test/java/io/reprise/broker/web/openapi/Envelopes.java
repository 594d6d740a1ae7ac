package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.SempStatus;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The schemas of what answers lie in: SEMP's envelope, problem documents. Stateless. */
final class Envelopes {
    private Envelopes() {}

    static Map<String, Schema<?>> all() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        schemas.put(
                "SempRequest",
                Fields.of("What was asked.")
                        .text("method", "The verb.")
                        .text("uri", "The address.")
                        .schema());
        schemas.put(
                "SempPaging",
                Fields.of("Where the next page is; absent on the last.")
                        .text("cursorQuery", "The query of the next page.")
                        .text("nextPageUri", "The address of the next page.")
                        .schema());
        schemas.put("SempMeta", meta().schema());
        schemas.put(
                "SempListMeta",
                meta().number("count", "How many objects match, now.")
                        .object("paging", "SempPaging")
                        .schema());
        schemas.put(
                "SempErrorDetail",
                Fields.of("Why a request was refused.")
                        .number("code", "SEMP's number.")
                        .text("description", "What failed, on which object, the value, and what is allowed.")
                        .oneOf(
                                "status",
                                "SEMP's word.",
                                Arrays.stream(SempStatus.values())
                                        .map(Enum::name)
                                        .toArray(String[]::new))
                        .schema());
        schemas.put("SempErrorMeta", meta().object("error", "SempErrorDetail").schema());
        schemas.put(
                "SempError",
                Fields.of("A refusal: nothing happened.")
                        .object("meta", "SempErrorMeta")
                        .schema());
        schemas.put(
                "SempLinks",
                new ObjectSchema()
                        .additionalProperties(new StringSchema())
                        .description("Addresses of the object and of what it has."));
        schemas.put("SempDone", Fields.of("Done.").object("meta", "SempMeta").schema());
        schemas.put("Problem", problem());
        return schemas;
    }

    /** The envelope of one object. */
    static Schema<?> ofObject(String schema) {
        return Fields.of("A " + schema + ".")
                .object("data", schema)
                .object("links", "SempLinks")
                .object("meta", "SempMeta")
                .schema();
    }

    /** The envelope of a page of a list. */
    static Schema<?> ofList(String schema) {
        return Fields.of("A page of a list of " + schema + ".")
                .list("data", schema, "The objects.")
                .add("links", new ArraySchema().items(Fields.reference("SempLinks")), "For each object.")
                .object("meta", "SempListMeta")
                .schema();
    }

    private static Fields meta() {
        return Fields.of("About the request and its answer.")
                .object("request", "SempRequest")
                .number("responseCode", "The HTTP status.");
    }

    private static Schema<?> problem() {
        return Fields.of("A refusal (RFC 9457): nothing happened, but where the outcome is unknown (504).")
                .text("type", "urn:reprise:error: and the code.")
                .text("title", "The error in one sentence.")
                .number("status", "The HTTP status.")
                .text("detail", "What failed, on which object, the value, and what is allowed.")
                .text("code", "The error's code, of docs/errors.md.")
                .flag("retryable", "Whether the same may be sent again as it is, and succeed later.")
                .schema();
    }
}
