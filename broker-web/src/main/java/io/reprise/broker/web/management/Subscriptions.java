package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
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
import java.util.Objects;

/** What an endpoint attracts, one topic filter an object; a filter has nothing that could be changed (spec 1.3, 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class Subscriptions {
    private static final String ENDPOINT = "msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}";
    private static final String COLLECTION = "config/" + ENDPOINT + "/subscriptions";
    private static final String OBJECT = COLLECTION + "/{filter}";
    private static final String READ_COLLECTION = "{api:config|monitor}/" + ENDPOINT + "/subscriptions";
    private static final String READ_OBJECT = READ_COLLECTION + "/{filter}";

    private final BrokerSource source;

    public Subscriptions(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(READ_COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call, @PathParam("api") String api) {
        return filters(call, api).list();
    }

    @GET
    @Path(READ_OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call, @PathParam("api") String api, @PathParam("filter") String text) {
        return filters(call, api).read(text);
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam EndpointCall call, InputStream json) {
        return filters(call, "config").create(json);
    }

    @PUT
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response createIfAbsent(@BeanParam EndpointCall call, @PathParam("filter") String text, InputStream json) {
        return filters(call, "config").createIfAbsent(text, json);
    }

    @PATCH
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam EndpointCall call, @PathParam("filter") String text) {
        throw filters(call, "config").changeRefused(text);
    }

    @DELETE
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam EndpointCall call, @PathParam("filter") String text) {
        return filters(call, "config").delete(text);
    }

    private FilterCollection filters(EndpointCall call, String api) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return new FilterCollection(call.semp(), call::preconditions, new EndpointOwner(call, api, vpn));
    }

    private record EndpointOwner(EndpointCall call, String api, VpnAdministration vpn)
            implements FilterCollection.Owner {
        @Override
        public String subject() {
            return call.subject();
        }

        @Override
        public String filterWord() {
            return "subscription";
        }

        @Override
        public Map<String, String> names() {
            Map<String, String> names = new LinkedHashMap<>();
            names.put(EndpointCollection.VPN_NAME, call.vpn());
            names.put(call.collection().nameAttribute(), call.name());
            return names;
        }

        @Override
        public String attribute() {
            return "subscriptionTopic";
        }

        @Override
        public List<TopicFilter> filters() {
            return call.existing(vpn).subscriptions();
        }

        @Override
        public void add(TopicFilter filter) {
            vpn.addSubscription(call.kind(), call.name(), filter);
        }

        @Override
        public void remove(TopicFilter filter) {
            vpn.removeSubscription(call.kind(), call.name(), filter);
        }

        @Override
        public String uri() {
            return link("subscriptionsUri");
        }

        @Override
        public Map.Entry<String, String> link() {
            return Map.entry(call.kind() == EndpointKind.QUEUE ? "queueUri" : "topicEndpointUri", link("uri"));
        }

        private String link(String name) {
            return Objects.requireNonNull(call.links(api, call.name()).get(name));
        }
    }
}
