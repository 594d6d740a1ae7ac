package io.reprise.broker.web.error;

import io.reprise.broker.model.error.ErrorCode;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Answers what the HTTP layer itself refused, in our shapes; its own texts, which name classes and patterns, are not shown. */
public final class HttpExceptionMapper implements ExceptionMapper<WebApplicationException> {
    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable Request request;

    @Override
    public Response toResponse(WebApplicationException refusal) {
        Response original = refusal.getResponse();
        if (original.getStatus() < 400) {
            return original;
        }
        HttpStatusText words = HttpStatusText.of(original.getStatus());
        String method = RequestFacts.method(request);
        UriInfo requestUri = RequestFacts.uri(uri);
        String allow = original.getHeaderString(HttpHeaders.ALLOW);
        String text = method + " " + requestUri.getRequestUri().getRawPath() + ": " + words.text()
                + (allow == null ? "" : "; allowed: " + allow);
        Response answer = ErrorAnswers.of(words.code(), original.getStatus(), text, method, requestUri);
        return allow == null
                ? answer
                : Response.fromResponse(answer).header(HttpHeaders.ALLOW, allow).build();
    }

    /**
     * A status of HTTP's own in the catalogue's terms.
     *
     * @param code the nearest entry
     * @param text what is wrong, for people
     */
    record HttpStatusText(ErrorCode code, String text) {
        static HttpStatusText of(int status) {
            return switch (status) {
                case 400 -> new HttpStatusText(ErrorCode.INVALID_PARAMETER, "malformed request");
                case 401 -> new HttpStatusText(ErrorCode.UNAUTHORIZED, "credentials are missing or wrong");
                case 403 -> new HttpStatusText(ErrorCode.ACCESS_DENIED, "the user lacks the role for this");
                case 404 -> new HttpStatusText(ErrorCode.NOT_FOUND, "no such path");
                case 405 -> new HttpStatusText(ErrorCode.NOT_ALLOWED, "no such method on this path");
                case 406 ->
                    new HttpStatusText(ErrorCode.INVALID_PARAMETER, "none of the media types in Accept is offered");
                case 413 -> new HttpStatusText(ErrorCode.MESSAGE_TOO_BIG, "the body is too large");
                case 415 -> new HttpStatusText(ErrorCode.INVALID_PARAMETER, "this Content-Type is not taken here");
                default ->
                    status < 500
                            ? new HttpStatusText(ErrorCode.INVALID_PARAMETER, "the request is refused")
                            : new HttpStatusText(ErrorCode.INTERNAL_ERROR, "a fault of the broker");
            };
        }
    }
}
