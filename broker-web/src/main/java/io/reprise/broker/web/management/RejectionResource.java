package io.reprise.broker.web.management;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.Row;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
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
    public Response ofVpn(@BeanParam VpnCall call) {
        return list(
                call,
                () -> source.broker().administration(call.vpn()).rejections(),
                call.link("monitor", "rejections"));
    }

    @GET
    @Path("monitor/msgVpns/{vpn}/clients/{client}/rejections")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response ofClient(@BeanParam VpnCall call, @PathParam("client") String client) {
        return list(
                call,
                () -> source.broker().administration(call.vpn()).client(client).rejections(),
                call.link("monitor", "clients", client, "rejections"));
    }

    private static Response list(VpnCall call, Supplier<Map<ErrorCode, Long>> rejections, String link) {
        return ListQuery.answer(
                call.semp(),
                new LateRows(
                        COLUMNS,
                        () -> rejections.get().entrySet().stream()
                                .map(entry -> row(call.vpn(), entry.getKey(), entry.getValue(), link))
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
