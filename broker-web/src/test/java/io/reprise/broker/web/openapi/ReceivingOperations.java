package io.reprise.broker.web.openapi;

import static io.reprise.broker.web.openapi.Fields.whole;

import io.reprise.broker.model.endpoint.EndpointAttribute;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Descriptions of receiving from queues and topic endpoints. */
final class ReceivingOperations {
    private static final String JSON = "application/json";

    private ReceivingOperations() {}

    static List<Description> all() {
        return List.of(
                Description.of("ConsumerResource.create", "Makes a consumer of the {endpoint}.")
                        .id("create{Endpoint}Consumer")
                        .takes("ConsumerOptions", "{'prefetch':5,'idleTimeout':'PT30S'}")
                        .status(201)
                        .plain(JSON, Fields.reference("HttpConsumer"), "Made.", "")
                        .refuses(
                                ErrorCode.INVALID_PARAMETER,
                                ErrorCode.PARSE_ERROR,
                                ErrorCode.INVALID_SELECTOR,
                                ErrorCode.NOT_SUPPORTED,
                                ErrorCode.EGRESS_DISABLED,
                                ErrorCode.MAX_BIND_COUNT_REACHED,
                                ErrorCode.TOO_MANY_CONSUMERS,
                                ErrorCode.VPN_STARTING),
                Description.of("ConsumerResource.delete", "Deletes a consumer; what it has not settled returns.")
                        .id("delete{Endpoint}Consumer")
                        .status(204)
                        .refuses(ErrorCode.INVALID_PARAMETER),
                Description.of(
                                "ConsumerResource.receive",
                                "Receives messages as soon as there is one, or none when the wait is over.")
                        .id("receiveFrom{Endpoint}")
                        .takes("ReceiveOrder", "{'max':10,'wait':'PT20S'}")
                        .plain(JSON, Fields.reference("ReceivedMessages"), "The messages.", "")
                        .refuses(
                                ErrorCode.INVALID_PARAMETER,
                                ErrorCode.PARSE_ERROR,
                                ErrorCode.NOT_ALLOWED,
                                ErrorCode.CONSUMER_ENDED,
                                ErrorCode.DATABASE_UNAVAILABLE,
                                ErrorCode.OUTCOME_UNKNOWN),
                Description.of("ConsumerResource.unsettled", "What a consumer has received and not settled.")
                        .id("get{Endpoint}ConsumerMessages")
                        .plain(JSON, Fields.reference("ReceivedMessages"), "The messages.", "")
                        .refuses(ErrorCode.INVALID_PARAMETER),
                Description.of("ConsumerResource.settle", "Accepts, releases or rejects messages by their tokens.")
                        .id("settle{Endpoint}Messages")
                        .takes("SettleOrder", "{'accept':['1','2'],'reject':['3']}")
                        .plain(JSON, Fields.reference("Settlements"), "What became of each.", "")
                        .refuses(
                                ErrorCode.INVALID_PARAMETER,
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.PARSE_ERROR,
                                ErrorCode.BACK_PRESSURE,
                                ErrorCode.NOT_STORED,
                                ErrorCode.OUTCOME_UNKNOWN));
    }

    static Map<String, Schema<?>> schemas() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        schemas.put("ConsumerOptions", options());
        schemas.put(
                "HttpConsumer",
                Fields.of("A consumer.")
                        .text("consumerId", "Names it; for its maker alone.")
                        .flag("active", "Whether it gets messages; on an exclusive endpoint others stand by.")
                        .text("idleTimeout", "It ends when it is not called for so long, e.g. PT1M.")
                        .schema());
        schemas.put(
                "ReceiveOrder",
                Fields.of("How much is to be received.")
                        .number("max", "Messages at most; 1 without it.", 1, 1_000)
                        .text("wait", "How long for the first one, PT0S to PT5M; PT20S without it.")
                        .schema());
        schemas.put(
                "ReceivedMessages",
                Fields.of("Messages of a consumer.")
                        .list("messages", "ReceivedMessage", "In the order of delivery.")
                        .schema());
        schemas.put("ReceivedMessage", message());
        schemas.put(
                "SettleOrder",
                Fields.of("What is to become of messages.")
                        .add("accept", tokens(), "These are acknowledged, durably, together.")
                        .add("release", tokens(), "These return uncounted.")
                        .add("fail", tokens(), "These have failed: counted, and dead-lettered after the last attempt.")
                        .add("reject", tokens(), "No attempt at these would succeed: they are dead-lettered now.")
                        .schema());
        schemas.put(
                "Settlements",
                Fields.of("What became of messages.")
                        .add(
                                "settlements",
                                new ObjectSchema()
                                        .additionalProperties(new StringSchema()
                                                ._enum(List.of(
                                                        "accepted",
                                                        "released",
                                                        "failed",
                                                        "rejected",
                                                        "unknown",
                                                        "busy",
                                                        "gone"))),
                                "By token.")
                        .schema());
        return schemas;
    }

    private static Schema<?> tokens() {
        return new ArraySchema().items(new StringSchema());
    }

    private static Schema<?> options() {
        Fields options = Fields.of("What a consumer is to be like; what is left out is as the endpoint says.")
                .text("clientName", "For people.")
                .text("selector", "Which messages, as in Jakarta Messaging.")
                .text("idleTimeout", "It ends when it is not called for so long, PT1S to PT1H; PT1M without it.")
                .add(name(EndpointAttributes.PREFETCH), new Schema<>(), EndpointAttributes.PREFETCH.text())
                .add(
                        name(EndpointAttributes.REDELIVERY_DELAY_ENABLED),
                        new BooleanSchema(),
                        EndpointAttributes.REDELIVERY_DELAY_ENABLED.text());
        for (EndpointAttribute<Long> attribute : List.of(
                EndpointAttributes.MAX_REDELIVERY,
                EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL,
                EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL,
                EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER)) {
            options.add(name(attribute), whole(0, 10_800_000), attribute.text());
        }
        return options.schema();
    }

    private static String name(EndpointAttribute<?> attribute) {
        return attribute.required(EndpointKind.QUEUE).name();
    }

    private static Schema<?> message() {
        return Fields.of("A message; what is not known of it is left out.")
                .text("token", "By which it is settled.")
                .number("msgId", "Its id in the VPN.")
                .text("replicationGroupMsgId", "The same, valid everywhere.")
                .number("deliveryCount", "1 at the first delivery.")
                .flag("redelivered", "Whether there was an earlier one.")
                .number("spooledTimeMillis", "When it was taken in.")
                .number("expirationTimeMillis", "When it expires.")
                .add("deadLetter", new ObjectSchema(), "On a dead message queue: how it died.")
                .text("destination", "Where it was sent: /TOPIC/… or /QUEUE/….")
                .oneOf("deliveryMode", "As sent.", "Direct", "Non-Persistent", "Persistent")
                .number("priority", "As sent.", 0, 9)
                .flag("dmqEligible", "As sent.")
                .flag("retained", "As sent.")
                .number("timestampMillis", "When it was sent.")
                .number("timeToLiveMillis", "As sent.")
                .number("deliveryTimeMillis", "Not delivered before.")
                .text("messageId", "JMSMessageID.")
                .text("correlationId", "JMSCorrelationID.")
                .text("replyTo", "/TOPIC/… or /QUEUE/….")
                .text("type", "JMSType.")
                .text("contentType", "The type of its body.")
                .text("closure", "The publisher's.")
                .text("publisherId", "Who sent it, with its own number.")
                .number("publisherSequence", "The sender's own number.")
                .add("properties", new ObjectSchema(), "User properties by name.")
                .oneOf("bodyKind", "What the body is.", "none", "text", "bytes", "map", "stream", "object")
                .add("body", new Schema<>(), "Text, an object of a map, a list of a stream, or Base64.")
                .oneOf("encoding", "There if the body is in Base64.", "base64")
                .add(
                        "cloudEvent",
                        new ObjectSchema(),
                        "Of a CloudEvent, instead of a body: the event in structured mode.")
                .schema();
    }
}
