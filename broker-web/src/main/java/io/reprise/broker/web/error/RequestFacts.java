package io.reprise.broker.web.error;

import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.UriInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the container injects into fields, told to be there. */
final class RequestFacts {
    private RequestFacts() {}

    static String method(@Nullable Request request) {
        return Objects.requireNonNull(request, "not injected").getMethod();
    }

    static UriInfo uri(@Nullable UriInfo uri) {
        return Objects.requireNonNull(uri, "not injected");
    }
}
