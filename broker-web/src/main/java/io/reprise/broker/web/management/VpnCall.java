package io.reprise.broker.web.management;

import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempCall;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a call about something of a VPN says in its path and headers. Made by the HTTP layer for each request. */
public class VpnCall {
    @PathParam("vpn")
    private String vpn = "";

    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable Request request;

    @Context
    private @Nullable HttpHeaders headers;

    @Context
    private @Nullable SecurityContext caller;

    final String vpn() {
        return vpn;
    }

    final SempCall semp() {
        return new SempCall(
                Objects.requireNonNull(request, "not injected").getMethod(),
                Objects.requireNonNull(uri, "not injected"));
    }

    /** What it says of the version of {@code subject}. */
    final Preconditions preconditions(String subject) {
        return new Preconditions(Objects.requireNonNull(headers, "not injected"), subject);
    }

    /** The address of something of this VPN. */
    final String link(String api, String... further) {
        return semp().link(path(api, further));
    }

    /** Its links, as {@link SempCall#links} says. */
    final Map<String, String> links(List<String> collections, String api, String... further) {
        return semp().links(collections, path(api, further));
    }

    private String[] path(String api, String... further) {
        return Stream.concat(Stream.of(api, "msgVpns", vpn), Stream.of(further)).toArray(String[]::new);
    }

    /** Whether the caller may see payloads (spec 5.4). */
    final boolean showsPayloads() {
        return showsPayloads(Objects.requireNonNull(caller, "not injected"));
    }

    /** The same of any caller. */
    static boolean showsPayloads(SecurityContext caller) {
        return List.of(Roles.ADMIN, Roles.BROWSE).stream().anyMatch(caller::isUserInRole);
    }
}
