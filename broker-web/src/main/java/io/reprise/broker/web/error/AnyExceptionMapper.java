package io.reprise.broker.web.error;

import io.reprise.broker.model.error.ErrorCode;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers a fault of ours: the log gets the cause under a number, the caller the number alone. */
public final class AnyExceptionMapper implements ExceptionMapper<Throwable> {
    private static final System.Logger LOG = System.getLogger(AnyExceptionMapper.class.getName());

    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable Request request;

    @Override
    public Response toResponse(Throwable fault) {
        String incident = UUID.randomUUID().toString();
        String method = RequestFacts.method(request);
        UriInfo requestUri = RequestFacts.uri(uri);
        LOG.log(System.Logger.Level.ERROR, "incident " + incident + ": " + method + " " + requestUri.getPath(), fault);
        return ErrorAnswers.of(
                ErrorCode.INTERNAL_ERROR,
                "a fault of the broker; its log has the cause under incident " + incident,
                method,
                requestUri);
    }
}
