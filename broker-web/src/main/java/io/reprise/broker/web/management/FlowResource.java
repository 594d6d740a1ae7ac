package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.FlowView;
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

/** The flows of an endpoint, SEMP's {@code txFlows}: who consumes from it, and how it gets on (spec 5.1). Times are unix seconds. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class FlowResource {
    private static final String SEGMENT = "txFlows";
    private static final String COLLECTION =
            "monitor/msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}/" + SEGMENT;

    private final BrokerSource source;

    public FlowResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call) {
        return ListQuery.answer(
                call.semp(),
                new LateRows(
                        columns(call.collection()),
                        () -> flows(call).stream().map(flow -> row(call, flow)).toList()));
    }

    @GET
    @Path(COLLECTION + "/{flow}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call, @PathParam("flow") String flowId) {
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call.collection()));
        FlowView found = flows(call).stream()
                .filter(flow -> Long.toString(flow.id()).equals(flowId))
                .findFirst()
                .orElseThrow(() -> new BrokerException(
                        ErrorCode.NOT_FOUND, "flow '" + flowId + "' of " + call.subject() + " does not exist"));
        return query.answer(row(call, found)).build();
    }

    private List<FlowView> flows(EndpointCall call) {
        return source.broker().administration(call.vpn()).flows(call.kind(), call.name());
    }

    static Columns columns(EndpointCollection collection) {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(collection.nameAttribute(), String.class)
                .and("flowId", Long.class)
                .and(ClientResource.CLIENT_NAME, String.class)
                .and(ClientResource.CLIENT_USERNAME, String.class)
                .and("activityState", String.class)
                .and("bindTime", Long.class)
                .and("selector", String.class)
                .and("sessionCount", Long.class)
                .and("windowSize", Long.class)
                .and("usedWindowSize", Long.class)
                .and("unackedMsgCount", Long.class)
                .and("maxUnackedMsgCount", Long.class)
                .and("presentedMsgCount", Long.class)
                .and("redeliveredMsgCount", Long.class)
                .and("ackedMsgCount", Long.class);
    }

    private static Row row(EndpointCall call, FlowView flow) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, call.vpn());
        attributes.put(call.collection().nameAttribute(), call.name());
        attributes.put("flowId", flow.id());
        attributes.put(ClientResource.CLIENT_NAME, flow.clientName());
        attributes.put(ClientResource.CLIENT_USERNAME, flow.clientUsername());
        attributes.put("activityState", flow.active() ? "active-consumer" : "inactive");
        attributes.put("bindTime", flow.bound().getEpochSecond());
        attributes.put("selector", flow.selector());
        attributes.put("sessionCount", (long) flow.sessions());
        attributes.put("windowSize", (long) flow.prefetch());
        attributes.put("usedWindowSize", (long) flow.bufferedMsgCount());
        attributes.put("unackedMsgCount", (long) flow.unackedMsgCount());
        attributes.put("maxUnackedMsgCount", flow.maxUnacked());
        attributes.put("presentedMsgCount", flow.presentedMsgs());
        attributes.put("redeliveredMsgCount", flow.redeliveredMsgs());
        attributes.put("ackedMsgCount", flow.acknowledgedMsgs());
        String id = Long.toString(flow.id());
        String uri = call.semp()
                .link("monitor", "msgVpns", call.vpn(), call.collection().segment(), call.name(), SEGMENT, id);
        return new Row(inOrder(flow.id()), attributes, Map.of("uri", uri));
    }

    /** A number as a name whose order is that of the numbers. */
    private static String inOrder(long number) {
        String digits = Long.toString(number);
        return "0".repeat(19 - digits.length()) + digits;
    }
}
