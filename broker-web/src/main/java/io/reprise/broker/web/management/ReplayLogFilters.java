package io.reprise.broker.web.management;

import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
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

/** The topic filter of a replay log: which messages are put into it, one subscription or {@code !} exception an object (spec 2.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ReplayLogFilters {
    static final String SEGMENT = "topicFilterSubscriptions";
    private static final String LOG = "msgVpns/{vpn}/" + ReplayLogCall.SEGMENT + "/{log}/" + SEGMENT;
    private static final String COLLECTION = "config/" + LOG;
    private static final String OBJECT = COLLECTION + "/{filter}";
    private static final String READ_COLLECTION = "{api:config|monitor}/" + LOG;
    private static final String READ_OBJECT = READ_COLLECTION + "/{filter}";

    private final BrokerSource source;

    public ReplayLogFilters(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(READ_COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ReplayLogCall call, @PathParam("api") String api) {
        return filters(call, api).list();
    }

    @GET
    @Path(READ_OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(
            @BeanParam ReplayLogCall call, @PathParam("api") String api, @PathParam("filter") String text) {
        return filters(call, api).read(text);
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam ReplayLogCall call, InputStream json) {
        return filters(call, "config").create(json);
    }

    @PUT
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response createIfAbsent(@BeanParam ReplayLogCall call, @PathParam("filter") String text, InputStream json) {
        return filters(call, "config").createIfAbsent(text, json);
    }

    @PATCH
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam ReplayLogCall call, @PathParam("filter") String text) {
        throw filters(call, "config").changeRefused(text);
    }

    @DELETE
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam ReplayLogCall call, @PathParam("filter") String text) {
        return filters(call, "config").delete(text);
    }

    private FilterCollection filters(ReplayLogCall call, String api) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return new FilterCollection(call.semp(), call::preconditions, new LogOwner(call, api, vpn));
    }

    private record LogOwner(ReplayLogCall call, String api, VpnAdministration vpn) implements FilterCollection.Owner {
        @Override
        public String subject() {
            return call.subject();
        }

        @Override
        public String filterWord() {
            return "topic filter subscription";
        }

        @Override
        public Map<String, String> names() {
            Map<String, String> names = new LinkedHashMap<>();
            names.put(EndpointCollection.VPN_NAME, call.vpn());
            names.put(ReplayLogCall.NAME, call.name());
            return names;
        }

        @Override
        public String attribute() {
            return "topicFilterSubscription";
        }

        @Override
        public List<TopicFilter> filters() {
            return call.existing(vpn).filters();
        }

        @Override
        public void add(TopicFilter filter) {
            vpn.addReplayLogFilter(call.name(), filter);
        }

        @Override
        public void remove(TopicFilter filter) {
            vpn.removeReplayLogFilter(call.name(), filter);
        }

        @Override
        public String uri() {
            return call.linkOfLog(api, call.name(), SEGMENT);
        }

        @Override
        public Map.Entry<String, String> link() {
            return Map.entry("replayLogUri", call.linkOfLog(api, call.name()));
        }
    }
}
