package io.reprise.broker.web.management;

import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.vpn.Broker;
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
import java.util.List;
import java.util.Map;

/** The figures of VPNs: {@link VpnStatistics} and {@link LiveStatistics} under their own names, and how many replays there are. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class MonitorVpns {
    static final Columns COLUMNS = Columns.none()
            .and(EndpointCollection.VPN_NAME, String.class)
            .andFiguresOf(VpnStatistics.class)
            .andFiguresOf(ReplayCounts.class)
            .andFiguresOf(LiveStatistics.class);

    private static final List<String> COLLECTIONS = List.of(
            "queues",
            "topicEndpoints",
            "replayLogs",
            "snapshots",
            "clients",
            "activations",
            "restDeliveryPoints",
            "aclProfiles",
            "clientUsernames",
            "alarms",
            "rejections");

    private final BrokerSource source;

    public MonitorVpns(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path("monitor/msgVpns")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        Broker broker = source.broker();
        return ListQuery.answer(call, new VpnListing(broker.vpnNames(), COLUMNS, name -> row(call, broker, name)));
    }

    @GET
    @Path("monitor/msgVpns/{vpn}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@PathParam("vpn") String vpn, @Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        ObjectQuery query = ObjectQuery.read(call, COLUMNS);
        return query.answer(row(call, source.broker(), vpn)).build();
    }

    private static Row row(SempCall call, Broker broker, String name) {
        VpnAdministration vpn = broker.administration(name);
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, vpn.vpnName());
        Figures.addTo(attributes, vpn.statistics());
        Figures.addTo(attributes, ReplayCounts.of(vpn.replays().counts()));
        Figures.addTo(attributes, broker.vpn(name).live().statistics());
        return new Row(vpn.vpnName(), attributes, call.links(COLLECTIONS, "monitor", "msgVpns", vpn.vpnName()));
    }
}
