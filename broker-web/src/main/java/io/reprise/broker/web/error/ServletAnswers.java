package io.reprise.broker.web.error;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;

/** Problem documents of servlets, as {@link ErrorAnswers} are those of resources. Stateless. */
public final class ServletAnswers {
    private ServletAnswers() {}

    /** Answers a refusal; nothing must have been written before. */
    public static void problem(HttpServletResponse response, BrokerException refusal) throws IOException {
        problem(response, refusal.code(), refusal.code().httpStatus(), String.valueOf(refusal.getMessage()));
    }

    /** The same with a status of HTTP's own. */
    public static void problem(HttpServletResponse response, ErrorCode code, int status, String text)
            throws IOException {
        byte[] body = ErrorAnswers.body(false, code, status, text, "", "");
        response.setStatus(status);
        response.setContentType(ErrorAnswers.PROBLEM_JSON);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (code.retryable() && status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            response.setHeader(HttpHeaders.RETRY_AFTER, ErrorAnswers.RETRY_AFTER_SECONDS);
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
