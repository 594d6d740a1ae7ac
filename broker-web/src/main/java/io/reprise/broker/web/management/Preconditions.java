package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/**
 * What a caller says of the version that it means, by {@code If-Match} and {@code If-None-Match} (spec 5.1). An object's {@code ETag} is
 * its version.
 *
 * @param subject the object, for people
 */
record Preconditions(Request request, String subject) {
    static EntityTag tag(long version) {
        return new EntityTag(Long.toString(version));
    }

    /** Whether a reader has this version already: then the answer to give. */
    @Nullable
    Response unchanged(long version) {
        Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag(version));
        return unchanged == null ? null : unchanged.tag(tag(version)).build();
    }

    /** Refuses a change of a version that the caller does not mean. */
    void require(long version) {
        if (request.evaluatePreconditions(tag(version)) != null) {
            throw new BrokerException(
                    ErrorCode.VERSION_CONFLICT,
                    subject + " has ETag \"" + version + "\", which the request's " + HttpHeaders.IF_MATCH + " or "
                            + HttpHeaders.IF_NONE_MATCH + " does not allow");
        }
    }

    /** Refuses to create what the caller believes to exist. */
    void requireMissing() {
        if (request.evaluatePreconditions() != null) {
            throw new BrokerException(
                    ErrorCode.VERSION_CONFLICT,
                    subject + " does not exist, and the request has " + HttpHeaders.IF_MATCH);
        }
    }
}
