package io.reprise.broker.web.error;

import io.reprise.broker.model.error.BrokerException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Answers what the broker refused, in the catalogue's words. */
public final class BrokerExceptionMapper implements ExceptionMapper<BrokerException> {
    private static final System.Logger LOG = System.getLogger(BrokerExceptionMapper.class.getName());

    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable Request request;

    @Override
    public Response toResponse(BrokerException refusal) {
        if (refusal.code().httpStatus() >= 500) {
            LOG.log(System.Logger.Level.DEBUG, "answered " + refusal.code().slug(), refusal);
        }
        return ErrorAnswers.of(
                refusal.code(),
                String.valueOf(refusal.getMessage()),
                RequestFacts.method(request),
                RequestFacts.uri(uri));
    }
}
