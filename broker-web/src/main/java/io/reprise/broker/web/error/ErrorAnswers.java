package io.reprise.broker.web.error;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.semp.SempEnvelope;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The body of every error: SEMP's envelope under {@code /SEMP/}, an RFC 9457 problem document elsewhere (spec 5.1). Never a stack
 * trace. Stateless.
 */
public final class ErrorAnswers {
    /** The media type of a problem document [RFC 9457 §3]. */
    public static final String PROBLEM_JSON = "application/problem+json";

    private static final String SEMP_PREFIX = "SEMP/";
    static final String RETRY_AFTER_SECONDS = "1";

    private ErrorAnswers() {}

    /** The answer with the status that the catalogue has for such a path. */
    public static Response of(ErrorCode code, String text, String method, UriInfo uri) {
        int status = isSemp(uri.getPath()) ? code.sempHttpStatus() : code.httpStatus();
        return of(code, status, text, method, uri);
    }

    /** The answer with a status of HTTP's own. */
    public static Response of(ErrorCode code, int status, String text, String method, UriInfo uri) {
        boolean semp = isSemp(uri.getPath());
        byte[] body = body(semp, code, status, text, method, uri.getRequestUri().toString());
        Response.ResponseBuilder answer = Response.status(status)
                .type(semp ? "application/json" : PROBLEM_JSON)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(body);
        if (code.retryable() && status == 503) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.build();
    }

    /** Whether a path below the context root belongs to the management API. */
    static boolean isSemp(String path) {
        return path.startsWith("/") ? path.startsWith(SEMP_PREFIX, 1) : path.startsWith(SEMP_PREFIX);
    }

    static byte[] body(boolean semp, ErrorCode code, int status, String text, String method, String uri) {
        return JsonText.writeObject(
                semp ? SempEnvelope.error(method, uri, code, status, text) : problem(code, status, text));
    }

    private static Map<String, Object> problem(ErrorCode code, int status, String text) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "urn:reprise:error:" + code.slug());
        problem.put("title", code.text());
        problem.put("status", status);
        problem.put("detail", text);
        problem.put("code", code.slug());
        problem.put("retryable", code.retryable());
        return problem;
    }
}
