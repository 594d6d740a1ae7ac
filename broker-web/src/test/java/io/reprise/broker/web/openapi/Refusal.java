package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An answer that refuses: the errors of the catalogue that have the same HTTP status. It stands in the document once, and operations refer
 * to it by its name.
 *
 * @param codes in the catalogue's order; at least one
 * @param semp whether it is in SEMP's envelope, not a problem document
 */
record Refusal(int status, List<ErrorCode> codes, boolean semp) {
    private static final int UNAVAILABLE = 503;

    /** One for each status that these errors have. */
    static List<Refusal> of(Collection<ErrorCode> codes, boolean semp) {
        return new TreeSet<>(codes)
                .stream()
                        .collect(Collectors.groupingBy(
                                code -> semp ? code.sempHttpStatus() : code.httpStatus(),
                                TreeMap::new,
                                Collectors.toList()))
                        .entrySet()
                        .stream()
                        .map(ofStatus -> new Refusal(ofStatus.getKey(), ofStatus.getValue(), semp))
                        .toList();
    }

    /** Its name among the document's answers: {@code SempNotFound}, {@code ProblemVpnStartingVpnDown}. */
    String name() {
        return codes.stream().map(Refusal::word).collect(Collectors.joining("", semp ? "Semp" : "Problem", ""));
    }

    private static String word(ErrorCode code) {
        return List.of(code.slug().split("-")).stream()
                .map(Segment::capitalised)
                .collect(Collectors.joining());
    }

    ApiResponse reference() {
        return new ApiResponse().$ref(name());
    }

    ApiResponse response() {
        String text = codes.stream()
                .map(code -> semp ? code.slug() + " (" + code.semp().code() + ")" : code.slug())
                .collect(Collectors.joining(", ", "", "."));
        ApiResponse response = semp
                ? Responses.of(text, "application/json", Fields.reference("SempError"))
                : Responses.of(text, "application/problem+json", Fields.reference("Problem"));
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
