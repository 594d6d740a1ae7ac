package io.reprise.broker.web.receive;

import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

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
    public Response create(@BeanParam ConsumerCall call, InputStream body) {
        ConsumerOptions options = ConsumerOptions.read(call.uri(), body, call.kind());
        HttpConsumers consumers = call.consumers();
        ConsumerKey key = consumers.newKey(call.vpn(), call.kind(), call.endpoint(), call.user());
        String client = key.user() + "@" + call.request().getRemoteAddr();
        MessageVpn to = Callers.vpn(source, call.vpn(), call.request());
        HttpConsumer made =
                consumers.open(key, options, () -> to.bind(options.bindRequest(key.kind(), call.endpoint(), client)));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("consumerId", key.id());
        answer.put("active", made.isActive());
        answer.put("idleTimeout", options.idleTimeout().toString());
        URI location = URI.create(call.uri().getRequestUri() + "/" + key.id());
        return Response.fromResponse(json(201, answer)).location(location).build();
    }

    @DELETE
    @Path("{id}")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response delete(@BeanParam ConsumerCall call) {
        call.requireNoParameters();
        call.consumers().delete(call.key());
        return Response.noContent().build();
    }

    @POST
    @Path("{id}/messages")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public void receive(
            @BeanParam ConsumerCall call,
            @Context HttpServletResponse connection,
            InputStream body,
            @Suspended AsyncResponse response) {
        ReceiveOrder order = ReceiveOrder.read(call.uri(), body);
        HttpConsumers consumers = call.consumers();
        HttpConsumer consumer = consumers.get(call.key());
        connection.setBufferSize(NO_BUFFER_BYTES);
        consumer.receive(
                AsyncReceive.of(consumer, response, order, consumers.clock().millis()));
    }

    @GET
    @Path("{id}/messages")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response unsettled(@BeanParam ConsumerCall call) {
        call.requireNoParameters();
        HttpConsumer consumer = call.consumers().get(call.key());
        consumer.beginCall();
        consumer.endCall();
        return json(200, MessageJson.of(consumer.held().all()));
    }

    @POST
    @Path("{id}/settlements")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response settle(@BeanParam ConsumerCall call, InputStream body) {
        SettleOrder order = SettleOrder.read(call.uri(), body);
        HttpConsumer consumer = call.consumers().get(call.key());
        consumer.beginCall();
        try {
            Map<String, Object> outcomes = new LinkedHashMap<>();
            new SettleWork(source.broker().vpn(call.vpn()), consumer)
                    .run(order)
                    .forEach((token, outcome) -> outcomes.put(token, outcome.text()));
            return json(200, Map.of("settlements", outcomes));
        } finally {
            consumer.endCall();
        }
    }

    static Response json(int status, Map<String, Object> answer) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(JsonText.writeObject(answer))
                .build();
    }
}
