package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempAnswers;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    private static final String TOPIC = "subscriptionTopic";

    private final BrokerSource source;

    public Subscriptions(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(READ_COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call, @PathParam("api") String api) {
        EndpointView view = call.existing(administration(call));
        return ListQuery.answer(
                call.semp(),
                new SubscriptionListing(view.subscriptions(), columns(call), filter -> row(api, call, filter)));
    }

    @GET
    @Path(READ_OBJECT)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call, @PathParam("api") String api, @PathParam("filter") String text) {
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call));
        TopicFilter filter = existing(call, text);
        return query.answer(row(api, call, filter)).build();
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam EndpointCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call), problems);
        Map<String, @Nullable Object> body = readNames(call, json, problems);
        Object text = body.remove(TOPIC);
        if (text == null) {
            problems.add(ErrorCode.MISSING_PARAMETER, TOPIC + " is missing; allowed: a topic filter");
        } else if (text instanceof String filter) {
            problems.check(() -> TopicFilter.of(filter));
        } else {
            problems.refuse(TOPIC, String.valueOf(text), "a topic filter as text");
        }
        refuseOthers(body, problems);
        problems.throwIfAny();
        TopicFilter filter = TopicFilter.of(String.valueOf(text));
        vpn.addSubscription(call.kind(), call.name(), filter);
        return query.answer(row("config", call, filter)).build();
    }

    @PUT
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response createIfAbsent(@BeanParam EndpointCall call, @PathParam("filter") String text, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call), problems);
        Map<String, @Nullable Object> body = readNames(call, json, problems);
        Object repeated = body.remove(TOPIC);
        if (repeated != null && !repeated.equals(text)) {
            problems.refuse(TOPIC, "'" + repeated + "'", "'" + text + "', as in the path, or absent");
        }
        problems.check(() -> TopicFilter.of(text));
        refuseOthers(body, problems);
        problems.throwIfAny();
        addIfAbsent(vpn, call, TopicFilter.of(text));
        return query.answer(row("config", call, TopicFilter.of(text))).build();
    }

    @PATCH
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam EndpointCall call, @PathParam("filter") String text) {
        throw new BrokerException(
                ErrorCode.NOT_ALLOWED,
                "subscription '" + existing(call, text)
                        + "': has no attribute to change; allowed: DELETE it and POST another");
    }

    @DELETE
    @Path(OBJECT)
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam EndpointCall call, @PathParam("filter") String text) {
        VpnAdministration vpn = administration(call);
        ObjectQuery.read(call.semp(), columns(call));
        vpn.removeSubscription(call.kind(), call.name(), TopicFilter.of(text));
        return SempAnswers.done(call.semp());
    }

    private static void addIfAbsent(VpnAdministration vpn, EndpointCall call, TopicFilter filter) {
        try {
            vpn.addSubscription(call.kind(), call.name(), filter);
        } catch (BrokerException refusal) {
            if (refusal.code() != ErrorCode.ALREADY_EXISTS) {
                throw refusal;
            }
        }
    }

    private TopicFilter existing(EndpointCall call, String text) {
        return call.existing(administration(call)).subscriptions().stream()
                .filter(filter -> filter.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new BrokerException(
                        ErrorCode.NOT_FOUND, "subscription '" + text + "' of " + call.subject() + " does not exist"));
    }

    private static Map<String, @Nullable Object> readNames(EndpointCall call, InputStream json, Problems problems) {
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        requireSame(body, EndpointCollection.VPN_NAME, call.vpn(), problems);
        requireSame(body, call.collection().nameAttribute(), call.name(), problems);
        return body;
    }

    private static void requireSame(
            Map<String, @Nullable Object> body, String attribute, String expected, Problems problems) {
        Object value = body.remove(attribute);
        if (value != null && !value.equals(expected)) {
            problems.refuse(attribute, "'" + value + "'", "'" + expected + "', as in the path, or absent");
        }
    }

    private static void refuseOthers(Map<String, @Nullable Object> rest, Problems problems) {
        rest.forEach(
                (name, value) -> problems.refuse(name, String.valueOf(value), "no such attribute of a subscription"));
    }

    private VpnAdministration administration(EndpointCall call) {
        return source.broker().administration(call.vpn());
    }

    private static Columns columns(EndpointCall call) {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(call.collection().nameAttribute(), String.class)
                .and(TOPIC, String.class);
    }

    private static Row row(String api, EndpointCall call, TopicFilter filter) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, call.vpn());
        attributes.put(call.collection().nameAttribute(), call.name());
        attributes.put(TOPIC, filter.text());
        Map<String, String> endpointLinks = call.links(api, call.name());
        Map<String, String> links = new LinkedHashMap<>();
        links.put(
                "uri", endpointLinks.get("subscriptionsUri") + "/" + call.semp().segment(filter.text()));
        links.put(
                call.kind() == EndpointKind.QUEUE ? "queueUri" : "topicEndpointUri",
                String.valueOf(endpointLinks.get("uri")));
        return new Row(filter.text(), attributes, links);
    }
}
