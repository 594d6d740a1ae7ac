package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempCall;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;

/** The VPNs there are (spec 1.1). They can be read; making, changing and deleting them is refused by name. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class ConfigVpns {
    private static final String COLLECTION = "config/msgVpns";
    private static final String OBJECT = COLLECTION + "/{vpn}";
    private static final Columns COLUMNS = Columns.none().and(EndpointCollection.VPN_NAME, String.class);

    private final BrokerSource source;

    public ConfigVpns(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        return ListQuery.answer(call, new VpnListing(source.broker().vpnNames(), COLUMNS, name -> row(call, name)));
    }

    @GET
    @Path(OBJECT)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@PathParam("vpn") String vpn, @Context UriInfo uri, @Context Request request) {
        SempCall call = new SempCall(request.getMethod(), uri);
        ObjectQuery query = ObjectQuery.read(call, COLUMNS);
        Broker broker = source.broker();
        return query.answer(row(call, broker.administration(vpn).vpnName())).build();
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create() {
        throw notBuilt("creating a VPN");
    }

    @PUT
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@PathParam("vpn") String vpn) {
        throw notBuilt("replacing VPN '" + vpn + "'");
    }

    @PATCH
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response change(@PathParam("vpn") String vpn) {
        throw notBuilt("changing VPN '" + vpn + "'");
    }

    @DELETE
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@PathParam("vpn") String vpn) {
        throw notBuilt("deleting VPN '" + vpn + "'");
    }

    private static BrokerException notBuilt(String what) {
        return new BrokerException(
                ErrorCode.NOT_SUPPORTED, what + " is not supported in this version; allowed: reading VPNs");
    }

    private static Row row(SempCall call, String vpn) {
        return new Row(
                vpn,
                Map.of(EndpointCollection.VPN_NAME, vpn),
                Map.of(
                        "uri", call.link("config", "msgVpns", vpn),
                        "queuesUri", call.link("config", "msgVpns", vpn, "queues"),
                        "topicEndpointsUri", call.link("config", "msgVpns", vpn, "topicEndpoints")));
    }
}
