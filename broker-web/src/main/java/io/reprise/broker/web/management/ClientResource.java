package io.reprise.broker.web.management;

import io.reprise.broker.model.management.ClientView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
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
import java.util.List;
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
    public Response list(@BeanParam VpnCall call) {
        return ListQuery.answer(
                call.semp(),
                new LateRows(
                        COLUMNS,
                        () -> administration(call).clients().stream()
                                .map(client -> row(call, client))
                                .toList()));
    }

    @GET
    @Path(COLLECTION + "/{client}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam VpnCall call, @PathParam("client") String client) {
        ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS);
        return query.answer(row(call, administration(call).client(client))).build();
    }

    private VpnAdministration administration(VpnCall call) {
        return source.broker().administration(call.vpn());
    }

    private static Row row(VpnCall call, ClientView client) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, call.vpn());
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
        return new Row(
                client.name(), attributes, call.links(List.of("rejections"), "monitor", "clients", client.name()));
    }
}
