package io.reprise.broker.web.management;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempCall;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Messages refused to their publishers, by reason: of a VPN since the broker started, of a client since it was first seen (spec 1.5). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class RejectionResource {
    static final String REJECTED = "rejectedMsgs";

    static final Columns COLUMNS = Columns.none()
            .and(EndpointCollection.VPN_NAME, String.class)
            .and("reason", String.class)
            .and(REJECTED, Long.class);

    private final BrokerSource source;

    public RejectionResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path("monitor/msgVpns/{vpn}/rejections")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response ofVpn(@PathParam("vpn") String vpn, @Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        return list(
                call,
                vpn,
                () -> source.broker().administration(vpn).rejections(),
                call.link("monitor", "msgVpns", vpn, "rejections"));
    }

    @GET
    @Path("monitor/msgVpns/{vpn}/clients/{client}/rejections")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response ofClient(
            @PathParam("vpn") String vpn,
            @PathParam("client") String client,
            @Context UriInfo uri,
            @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        return list(
                call,
                vpn,
                () -> source.broker().administration(vpn).client(client).rejections(),
                call.link("monitor", "msgVpns", vpn, "clients", client, "rejections"));
    }

    private static Response list(SempCall call, String vpn, Supplier<Map<ErrorCode, Long>> rejections, String link) {
        return ListQuery.answer(
                call,
                new LateRows(
                        COLUMNS,
                        () -> rejections.get().entrySet().stream()
                                .map(entry -> row(vpn, entry.getKey(), entry.getValue(), link))
                                .toList()));
    }

    private static Row row(String vpn, ErrorCode reason, long messages, String link) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, vpn);
        attributes.put("reason", reason.slug());
        attributes.put(REJECTED, messages);
        return new Row(reason.slug(), attributes, Map.of("uri", link));
    }
}
