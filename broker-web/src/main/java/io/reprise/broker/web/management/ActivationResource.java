package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The activations of message-driven beans on this server: shown, paused, resumed (spec 4.1, 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ActivationResource {
    private static final String COLLECTION = "monitor/msgVpns/{vpn}/activations";
    private static final String ACTION = "action/msgVpns/{vpn}/activations/{name}/{action}";
    static final Columns COLUMNS = Columns.none()
            .and(EndpointCollection.VPN_NAME, String.class)
            .and("activationName", String.class)
            .and("endpointType", String.class)
            .and("endpointName", String.class)
            .and("state", String.class)
            .and("reason", String.class)
            .and("since", Long.class)
            .and("maxSessions", Long.class)
            .and("openSessions", Long.class)
            .and("deliveredMsgs", Long.class)
            .and("failedMsgs", Long.class);

    private final BrokerSource source;

    public ActivationResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam VpnCall call) {
        List<Row> rows = activations(call.vpn()).list().stream()
                .filter(activation -> activation.vpnName().equals(call.vpn()))
                .map(activation -> row(call, activation))
                .toList();
        return ListQuery.answer(call.semp(), new RowListing(COLUMNS, rows));
    }

    @GET
    @Path(COLLECTION + "/{name}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam VpnCall call, @PathParam("name") String name) {
        ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS);
        return query.answer(row(call, existing(activations(call.vpn()), call.vpn(), name)))
                .build();
    }

    /** Pauses or resumes it; the answer shows it as it is then. */
    @PUT
    @Path(ACTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response act(
            @BeanParam VpnCall call,
            @PathParam("name") String name,
            @PathParam("action") String action,
            InputStream json) {
        ActionBody.requireEmpty(call.semp(), json);
        Activations activations = activations(call.vpn());
        existing(activations, call.vpn(), name);
        ActivationView after = switch (action) {
            case "pause" -> activations.pause(name);
            case "resume" -> activations.resume(name);
            default ->
                throw BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER, "action '" + action + "'", "unknown", "pause, resume");
        };
        return ObjectQuery.read(call.semp(), COLUMNS).answer(row(call, after)).build();
    }

    private Activations activations(String vpn) {
        Broker broker = source.broker();
        broker.vpn(vpn);
        return broker.shared(Activations.class, Activations::new);
    }

    private static ActivationView existing(Activations activations, String vpn, String name) {
        ActivationView view = activations.view(name);
        if (!view.vpnName().equals(vpn)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, "activation '" + name + "' does not exist in VPN '" + vpn + "'");
        }
        return view;
    }

    private static Row row(VpnCall call, ActivationView view) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, view.vpnName());
        attributes.put("activationName", view.name());
        attributes.put("endpointType", view.kind().text());
        attributes.put("endpointName", view.endpointName());
        attributes.put("state", view.state().name());
        attributes.put("reason", view.reason());
        attributes.put("since", view.since().getEpochSecond());
        attributes.put("maxSessions", (long) view.maxSessions());
        attributes.put("openSessions", (long) view.openSessions());
        attributes.put("deliveredMsgs", view.deliveredMsgs());
        attributes.put("failedMsgs", view.failedMsgs());
        String link = call.link("monitor", "activations", view.name());
        return new Row(view.name(), attributes, Map.of("uri", link));
    }
}
