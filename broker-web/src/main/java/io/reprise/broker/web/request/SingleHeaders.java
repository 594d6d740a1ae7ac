package io.reprise.broker.web.request;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a request that says twice what its body is [RFC 9110 §5.3]: RESTEasy goes by the first, and its sender may have meant the other.
 * Stateless.
 */
@PreMatching
public final class SingleHeaders implements ContainerRequestFilter {
    private static final List<String> HEADERS = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_ENCODING);

    /** The request of the thread that calls. */
    @Context
    private @Nullable HttpServletRequest current;

    /** @throws BrokerException INVALID_PARAMETER */
    @Override
    public void filter(ContainerRequestContext request) {
        HttpServletRequest sent = Objects.requireNonNull(current, "not injected");
        for (String header : HEADERS) {
            int times = Collections.list(sent.getHeaders(header)).size();
            if (times > 1) {
                throw BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER, "header " + header, times + " times", "once");
            }
        }
    }
}
