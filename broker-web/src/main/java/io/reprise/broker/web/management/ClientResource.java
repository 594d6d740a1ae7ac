package io.reprise.broker.web.management;

import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
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

/** The clients of a VPN on this server, and what each has done (spec 1.5, 5.1). Times are unix seconds. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class ClientResource {
    static final String CLIENT_NAME = "clientName";
    static final String CLIENT_USERNAME = "clientUsername";

    private static final String COLLECTION = "monitor/msgVpns/{vpn}/clients";
    static final Columns COLUMNS = Columns.none()
            .and(EndpointCollection.VPN_NAME, String.class)
            .and(CLIENT_NAME, String.class)
            .and(CLIENT_USERNAME, String.class)
            .and("firstSeenTime", Long.class)
            .and("lastActiveTime", Long.class)
            .and("bindCount", Long.class)
            .and("subscriptionCount", Long.class)
            .and("publishedMsgs", Long.class)
            .and("duplicateMsgs", Long.class)
            .and(RejectionResource.REJECTED, Long.class)
            .and("directMsgs", Long.class)
            .and("promotedMsgs", Long.class)
            .and("promotionDiscards", Long.class)
            .and("presentedMsgs", Long.class)
            .and("redeliveredMsgs", Long.class)
            .and("acknowledgedMsgs", Long.class)
            .and("liveMsgs", Long.class)
            .and("demotedMsgs", Long.class)
            .and("directDiscards", Long.class);

    private final BrokerSource source;

    public ClientResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@PathParam("vpn") String vpn, @Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        return ListQuery.answer(
                call,
                new LateRows(
                        COLUMNS,
                        () -> administration(vpn).clients().stream()
                                .map(client -> row(call, vpn, client))
                                .toList()));
    }

    @GET
    @Path(COLLECTION + "/{client}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(
            @PathParam("vpn") String vpn,
            @PathParam("client") String client,
            @Context UriInfo uri,
            @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        ObjectQuery query = ObjectQuery.read(call, COLUMNS);
        return query.answer(row(call, vpn, administration(vpn).client(client))).build();
    }

    private VpnAdministration administration(String vpn) {
        return source.broker().administration(vpn);
    }

    private static Row row(SempCall call, String vpn, ClientView client) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, vpn);
        attributes.put(CLIENT_NAME, client.name());
        attributes.put(CLIENT_USERNAME, client.username());
        attributes.put("firstSeenTime", client.firstSeen().getEpochSecond());
        attributes.put("lastActiveTime", client.lastActive().getEpochSecond());
        attributes.put("bindCount", (long) client.flows());
        attributes.put("subscriptionCount", (long) client.subscriptions());
        attributes.put("publishedMsgs", client.publishedMsgs());
        attributes.put("duplicateMsgs", client.duplicateMsgs());
        attributes.put(RejectionResource.REJECTED, client.rejectedMsgs());
        attributes.put("directMsgs", client.directMsgs());
        attributes.put("promotedMsgs", client.promotedMsgs());
        attributes.put("promotionDiscards", client.promotionDiscards());
        attributes.put("presentedMsgs", client.presentedMsgs());
        attributes.put("redeliveredMsgs", client.redeliveredMsgs());
        attributes.put("acknowledgedMsgs", client.acknowledgedMsgs());
        attributes.put("liveMsgs", client.liveMsgs());
        attributes.put("demotedMsgs", client.demotedMsgs());
        attributes.put("directDiscards", client.directDiscards());
        String[] path = {"monitor", "msgVpns", vpn, "clients", client.name()};
        return new Row(
                client.name(),
                attributes,
                Map.of(
                        "uri", call.link(path),
                        "rejectionsUri", call.link(path[0], path[1], path[2], path[3], path[4], "rejections")));
    }
}
