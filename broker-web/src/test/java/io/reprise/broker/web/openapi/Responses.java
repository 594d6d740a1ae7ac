package io.reprise.broker.web.openapi;

import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;

/** Answers as the document has them. Stateless. */
final class Responses {
    private Responses() {}

    static ApiResponse of(String text, String mediaType, Schema<?> schema) {
        return new ApiResponse()
                .description(text)
                .content(new Content().addMediaType(mediaType, new MediaType().schema(schema)));
    }

    /** References to these. */
    static ApiResponses refusals(List<Refusal> refusals) {
        ApiResponses responses = new ApiResponses();
        refusals.forEach(refusal -> responses.addApiResponse(String.valueOf(refusal.status()), refusal.reference()));
        return responses;
    }
}
