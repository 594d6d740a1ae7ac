package io.reprise.broker.web.messaging;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/**
 * Sends one message to a topic or a queue (spec 5.2). 200 means stored durably, of a direct message that it was handed over; any other
 * status means that the message is nowhere, but 504, after which it is to be sent again with its publisher sequence.
 */
@Path("rest/v1/{vpn}")
public final class PublishResource {
    private final BrokerSource source;
    private final InstantSource clock;

    public PublishResource(BrokerSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    @POST
    @Path("TOPIC/{topic:.+}")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response toTopic(
            @PathParam("vpn") String vpn,
            @Context UriInfo uri,
            @Context HttpHeaders headers,
            @Context HttpServletRequest request,
            InputStream body) {
        String topic = RawTopic.of(uri);
        return publish(Callers.vpn(source, vpn, request), () -> TopicName.of(topic), uri, headers, body);
    }

    @POST
    @Path("QUEUE/{queue}")
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response toQueue(
            @PathParam("vpn") String vpn,
            @PathParam("queue") String queue,
            @Context UriInfo uri,
            @Context HttpHeaders headers,
            @Context HttpServletRequest request,
            InputStream body) {
        return publish(Callers.vpn(source, vpn, request), () -> TopicName.queueTopic(queue), uri, headers, body);
    }

    private Response publish(
            MessageVpn vpn, Destination destination, UriInfo uri, HttpHeaders headers, InputStream body) {
        Message message = message(destination, uri, headers, body);
        Map<String, Object> answer =
                message.deliveryMode().isGuaranteed() ? stored(vpn, message) : handedOver(vpn, message);
        return Response.ok(JsonText.writeObject(answer), MediaType.APPLICATION_JSON_TYPE)
                .build();
    }

    private static Map<String, Object> stored(MessageVpn vpn, Message message) {
        CommitOutcome.Stored stored = vpn.commit(WorkUnit.publishing(message)).orThrow();
        return stored.messages() == 0 ? Map.of("duplicate", true) : Map.of("msgId", stored.firstMsgId());
    }

    private static Map<String, Object> handedOver(MessageVpn vpn, Message direct) {
        vpn.live().publish(direct);
        return Map.of("direct", true);
    }

    /** The destination's name, or why it is none. */
    @FunctionalInterface
    private interface Destination {
        TopicName topic();
    }

    private Message message(Destination destination, UriInfo uri, HttpHeaders headers, InputStream body) {
        Problems problems = new Problems();
        QueryParameters.read(uri.getQueryParameters(), Set.of(), problems);
        problems.check(destination::topic);
        MessageHeaders messageHeaders = MessageHeaders.read(headers.getRequestHeaders(), problems);
        MessageContent content = MessageContent.read(headers, body, problems);
        if (content.isEvent()) {
            messageHeaders.refuseEventProperties();
        }
        problems.throwIfAny();
        MessageBuilder builder = Message.to(destination.topic());
        messageHeaders.applyTo(builder, clock.millis());
        content.applyTo(builder);
        return builder.build();
    }
}
