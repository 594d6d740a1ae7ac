package io.reprise.broker.web.management;

import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempCall;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Objects;
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
    private @Nullable SecurityContext caller;

    final String vpn() {
        return vpn;
    }

    final SempCall semp() {
        return new SempCall(request().getMethod(), Objects.requireNonNull(uri, "not injected"));
    }

    final Request request() {
        return Objects.requireNonNull(request, "not injected");
    }

    /** The address of something of this VPN. */
    final String link(String api, String... further) {
        String[] path = new String[3 + further.length];
        path[0] = api;
        path[1] = "msgVpns";
        path[2] = vpn;
        System.arraycopy(further, 0, path, 3, further.length);
        return semp().link(path);
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
