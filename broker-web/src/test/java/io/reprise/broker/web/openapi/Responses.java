package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Answers, and those that are refusals from the catalogue of errors. Stateless. */
final class Responses {
    private static final int UNAVAILABLE = 503;

    private Responses() {}

    static ApiResponse of(String text, String mediaType, Schema<?> schema) {
        return new ApiResponse()
                .description(text)
                .content(new Content().addMediaType(mediaType, new MediaType().schema(schema)));
    }

    /** One for each status that these errors have. */
    static ApiResponses refusals(Collection<ErrorCode> codes, boolean semp) {
        Map<Integer, List<ErrorCode>> byStatus = new TreeSet<>(codes)
                .stream()
                        .collect(Collectors.groupingBy(
                                code -> semp ? code.sempHttpStatus() : code.httpStatus(),
                                TreeMap::new,
                                Collectors.toList()));
        ApiResponses responses = new ApiResponses();
        byStatus.forEach((status, ofStatus) ->
                responses.addApiResponse(String.valueOf(status), refusal(status, ofStatus, semp)));
        return responses;
    }

    private static ApiResponse refusal(int status, List<ErrorCode> codes, boolean semp) {
        String text = codes.stream()
                .map(code -> semp ? code.slug() + " (" + code.semp().code() + ")" : code.slug())
                .collect(Collectors.joining(", ", "", "."));
        ApiResponse response = semp
                ? of(text, "application/json", Fields.reference("SempError"))
                : of(text, "application/problem+json", Fields.reference("Problem"));
        if (status == UNAVAILABLE) {
            response.addHeaderObject(
                    "Retry-After",
                    new Header()
                            .description("After how many seconds it may go.")
                            .schema(Parameters.text()));
        }
        return response;
    }
}
