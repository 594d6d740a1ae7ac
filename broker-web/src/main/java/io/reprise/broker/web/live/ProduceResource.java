package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.PayloadType;
import io.reprise.broker.web.security.Callers;
import jakarta.annotation.security.PermitAll;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Publishes a message on a subject (spec 3.3). */
@Path("rest/produce")
public final class ProduceResource {
    private static final Set<String> PARAMETERS = Set.of("closure", "retained", "qos");

    private final BrokerSource source;
    private final InstantSource clock;

    public ProduceResource(BrokerSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Everybody who is authenticated gets here ({@code web.xml}): a user without the role is told so in this path's own words. */
    @POST
    @PermitAll
    public Response produce(
            @Context UriInfo uri, @Context HttpHeaders headers, @Context HttpServletRequest request, InputStream body) {
        SubjectQuery query = SubjectQuery.ofOne(uri.getQueryParameters(), PARAMETERS);
        String closure = Optional.ofNullable(query.text("closure")).orElseGet(() -> String.valueOf(clock.millis()));
        if (!Callers.isClient(request)) {
            return response(ProduceAnswer.denied(query.subjectText(), closure));
        }
        return response(produced(query, closure, request, headers, body));
    }

    private ProduceAnswer produced(
            SubjectQuery query, String closure, HttpServletRequest request, HttpHeaders headers, InputStream body) {
        Optional<TopicName> subject = query.subject();
        boolean retained = query.isFirst("retained", "true", "false");
        boolean guaranteed = query.isFirst("qos", "guaranteed", "standard");
        PayloadType type = PayloadType.readTextByDefault(headers.getRequestHeaders(), query.problems());
        query.problems().throwIfAny();
        MessageBuilder message = Message.to(subject.orElseThrow())
                .deliveryMode(guaranteed ? DeliveryMode.PERSISTENT : DeliveryMode.DIRECT)
                .retained(retained)
                .closure(closure)
                .messageId("ID:" + UUID.randomUUID())
                .senderTimestampMillis(clock.millis());
        try {
            type.readInto(message, body, headers.getHeaderString(HttpHeaders.CONTENT_LENGTH));
            publish(Callers.vpn(source, query.vpn(), request), withContent(message.build()));
            return ProduceAnswer.ok(query.subjectText(), closure);
        } catch (BrokerException refusal) {
            return ProduceAnswer.refused(query.subjectText(), closure, refusal);
        }
    }

    /** An empty body does not delete a snapshot (spec 3.1). */
    private static Message withContent(Message message) {
        if (message.body().length == 0) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "the content",
                    "empty",
                    "1 byte and more; DELETE /rest/snapshot deletes");
        }
        return message;
    }

    private static void publish(MessageVpn vpn, Message message) {
        if (message.deliveryMode().isGuaranteed()) {
            vpn.commit(WorkUnit.publishing(message)).orThrow();
        } else {
            vpn.live().publish(message);
        }
    }

    private static Response response(ProduceAnswer answer) {
        Response.ResponseBuilder response = Response.status(answer.status().httpStatus())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(JsonText.writeObject(answer.toJson()));
        if (answer.retryable()) {
            response.header(HttpHeaders.RETRY_AFTER, "1");
        }
        return response.build();
    }
}
