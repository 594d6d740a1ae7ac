package io.reprise.broker.web.receive;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.net.URI;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Receiving from a queue or topic endpoint (spec 5.2): a client makes a consumer, takes messages from it, which waits for them without a
 * thread, and settles each by its token. Only who made a consumer may call it. Taking is a POST: no client or proxy repeats one by
 * itself.
 */
@Path("rest/v1/{vpn}/{kind:QUEUE|TOPIC_ENDPOINT}/{endpoint}/consumers")
public final class ConsumerResource {
    /** Answers with messages go to the connection as they are written: what a buffer keeps can't be told from what has arrived. */
    private static final int NO_BUFFER_BYTES = 1;

    private final BrokerSource source;

    public ConsumerResource(BrokerSource source) {
        this.source = source;
    }

    @POST
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response create(
            @PathParam("vpn") String vpn,
            @PathParam("kind") String kind,
            @PathParam("endpoint") String endpoint,
            @Context UriInfo uri,
            @Context SecurityContext caller,
            @Context HttpServletRequest request,
            InputStream body) {
        ConsumerOptions options = ConsumerOptions.read(uri, body, kindOf(kind));
        HttpConsumers consumers = Receiving.of(request.getServletContext());
        ConsumerKey key = consumers.newKey(vpn, kindOf(kind), endpoint, userOf(caller));
        String client = key.user() + "@" + request.getRemoteAddr();
        MessageVpn to = Callers.vpn(source, vpn, request);
        HttpConsumer made =
                consumers.open(key, options, () -> to.bind(options.bindRequest(key.kind(), endpoint, client)));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("consumerId", key.id());
        answer.put("active", made.isActive());
        answer.put("idleTimeout", options.idleTimeout().toString());
        URI location = URI.create(uri.getRequestUri() + "/" + key.id());
        return Response.fromResponse(json(201, answer)).location(location).build();
    }

    @DELETE
    @Path("{id}")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response delete(
            @PathParam("vpn") String vpn,
            @PathParam("kind") String kind,
            @PathParam("endpoint") String endpoint,
            @PathParam("id") String id,
            @Context UriInfo uri,
            @Context SecurityContext caller,
            @Context ServletContext application) {
        requireNoParameters(uri);
        Receiving.of(application).delete(new ConsumerKey(vpn, kindOf(kind), endpoint, id, userOf(caller)));
        return Response.noContent().build();
    }

    @POST
    @Path("{id}/messages")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public void receive(
            @PathParam("vpn") String vpn,
            @PathParam("kind") String kind,
            @PathParam("endpoint") String endpoint,
            @PathParam("id") String id,
            @Context UriInfo uri,
            @Context SecurityContext caller,
            @Context ServletContext application,
            @Context HttpServletResponse connection,
            InputStream body,
            @Suspended AsyncResponse response) {
        ReceiveOrder order = ReceiveOrder.read(uri, body);
        HttpConsumers consumers = Receiving.of(application);
        HttpConsumer consumer = consumers.get(new ConsumerKey(vpn, kindOf(kind), endpoint, id, userOf(caller)));
        connection.setBufferSize(NO_BUFFER_BYTES);
        consumer.receive(
                AsyncReceive.of(consumer, response, order, consumers.clock().millis()));
    }

    @GET
    @Path("{id}/messages")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response unsettled(
            @PathParam("vpn") String vpn,
            @PathParam("kind") String kind,
            @PathParam("endpoint") String endpoint,
            @PathParam("id") String id,
            @Context UriInfo uri,
            @Context SecurityContext caller,
            @Context ServletContext application) {
        requireNoParameters(uri);
        HttpConsumer consumer =
                Receiving.of(application).get(new ConsumerKey(vpn, kindOf(kind), endpoint, id, userOf(caller)));
        consumer.beginCall();
        consumer.endCall();
        return json(200, MessageJson.of(consumer.held().all()));
    }

    @POST
    @Path("{id}/settlements")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response settle(
            @PathParam("vpn") String vpn,
            @PathParam("kind") String kind,
            @PathParam("endpoint") String endpoint,
            @PathParam("id") String id,
            @Context UriInfo uri,
            @Context SecurityContext caller,
            @Context ServletContext application,
            InputStream body) {
        SettleOrder order = SettleOrder.read(uri, body);
        HttpConsumer consumer =
                Receiving.of(application).get(new ConsumerKey(vpn, kindOf(kind), endpoint, id, userOf(caller)));
        consumer.beginCall();
        try {
            Map<String, Object> outcomes = new LinkedHashMap<>();
            new SettleWork(source.broker().vpn(vpn), consumer)
                    .run(order)
                    .forEach((token, outcome) -> outcomes.put(token, outcome.text()));
            return json(200, Map.of("settlements", outcomes));
        } finally {
            consumer.endCall();
        }
    }

    private static EndpointKind kindOf(String segment) {
        return segment.equals("QUEUE") ? EndpointKind.QUEUE : EndpointKind.TOPIC_ENDPOINT;
    }

    private static String userOf(SecurityContext caller) {
        Principal user = caller.getUserPrincipal();
        return user == null ? "" : user.getName();
    }

    private static void requireNoParameters(UriInfo uri) {
        Problems problems = new Problems();
        QueryParameters.read(uri.getQueryParameters(), Set.of(), problems);
        problems.throwIfAny();
    }

    static Response json(int status, Map<String, Object> answer) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(JsonText.writeObject(answer))
                .build();
    }
}
