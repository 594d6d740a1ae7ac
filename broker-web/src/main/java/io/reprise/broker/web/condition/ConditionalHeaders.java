package io.reprise.broker.web.condition;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.request.Problems;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * No condition of a call is passed over: what is none is refused, and every one where there is nothing to hold it against (spec 5.1).
 * Stateless.
 */
public final class ConditionalHeaders implements ContainerRequestFilter {
    private static final List<String> HEADERS = List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_NONE_MATCH);

    /** Of the request of the thread that calls. */
    @Context
    private @Nullable ResourceInfo resource;

    /** @throws BrokerException INVALID_PARAMETER */
    @Override
    public void filter(ContainerRequestContext request) {
        Problems problems = new Problems();
        for (String header : HEADERS) {
            List<String> lines = request.getHeaders().get(header);
            if (lines != null) {
                check(header, lines, problems);
            }
        }
        problems.throwIfAny();
    }

    private void check(String header, List<String> lines, Problems problems) {
        if (Objects.requireNonNull(resource, "not injected")
                .getResourceMethod()
                .isAnnotationPresent(Conditional.class)) {
            problems.check(() -> EntityTags.parse(header, lines));
        } else {
            problems.refuse(
                    "header " + header,
                    String.join(", ", lines),
                    "none, as this operation has no version to hold it against");
        }
    }
}
