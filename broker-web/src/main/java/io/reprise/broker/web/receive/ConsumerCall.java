package io.reprise.broker.web.receive;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.security.Principal;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a call about consumers says in its path, and who calls. Made by the HTTP layer for each request. */
public final class ConsumerCall {
    @PathParam("vpn")
    private String vpn = "";

    @PathParam("kind")
    private String kind = "";

    @PathParam("endpoint")
    private String endpoint = "";

    @PathParam("id")
    private @Nullable String id;

    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable SecurityContext caller;

    @Context
    private @Nullable HttpServletRequest request;

    String vpn() {
        return vpn;
    }

    EndpointKind kind() {
        return kind.equals("QUEUE") ? EndpointKind.QUEUE : EndpointKind.TOPIC_ENDPOINT;
    }

    String endpoint() {
        return endpoint;
    }

    UriInfo uri() {
        return Objects.requireNonNull(uri, "not injected");
    }

    HttpServletRequest request() {
        return Objects.requireNonNull(request, "not injected");
    }

    /** The consumers of this application. */
    HttpConsumers consumers() {
        return Receiving.of(request().getServletContext());
    }

    /** The name of who calls. */
    String user() {
        Principal user = Objects.requireNonNull(caller, "not injected").getUserPrincipal();
        return user == null ? "" : user.getName();
    }

    /** The consumer that the path names, if it is the caller's. */
    ConsumerKey key() {
        return new ConsumerKey(vpn, kind(), endpoint, Objects.requireNonNullElse(id, ""), user());
    }

    /** @throws io.reprise.broker.model.error.BrokerException INVALID_PARAMETER if there is one */
    void requireNoParameters() {
        Problems problems = new Problems();
        QueryParameters.read(uri().getQueryParameters(), Set.of(), problems);
        problems.throwIfAny();
    }
}
