package io.reprise.broker.web.management;

import io.reprise.broker.model.management.EndpointStatistics;
import io.reprise.broker.model.management.EndpointView;
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
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** The figures of endpoints: their configuration, {@link EndpointStatistics} under its own names, and their replays. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class MonitorEndpoints {
    private static final String COLLECTION = "monitor/msgVpns/{vpn}/{collection:queues|topicEndpoints}";

    private final BrokerSource source;

    public MonitorEndpoints(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return ListQuery.answer(
                call.semp(), new EndpointListing(vpn, call.kind(), columns(call), view -> row(call, vpn, view)));
    }

    @GET
    @Path(COLLECTION + "/{name}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call) {
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call));
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return query.answer(row(call, vpn, call.existing(vpn))).build();
    }

    private static Columns columns(EndpointCall call) {
        return columns(call.collection());
    }

    static Columns columns(EndpointCollection collection) {
        return collection.columns().andFiguresOf(EndpointStatistics.class).andFiguresOf(ReplayFigures.class);
    }

    private static Row row(EndpointCall call, VpnAdministration vpn, EndpointView view) {
        Map<String, Object> attributes = call.collection().attributes(call.vpn(), view);
        Figures.addTo(attributes, vpn.endpointStatistics(view.kind(), view.name()));
        Figures.addTo(attributes, ReplayFigures.of(vpn.replays().status(view.kind(), view.name())));
        return new Row(view.name(), attributes, call.links("monitor", view.name()));
    }
}
