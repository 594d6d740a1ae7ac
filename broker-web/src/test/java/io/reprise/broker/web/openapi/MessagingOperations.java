package io.reprise.broker.web.openapi;

import static io.reprise.broker.web.openapi.Parameters.header;
import static io.reprise.broker.web.openapi.Parameters.query;
import static io.reprise.broker.web.openapi.Parameters.text;
import static io.reprise.broker.web.openapi.Parameters.whole;
import static io.reprise.broker.web.openapi.Parameters.words;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.error.ErrorKind;
import io.reprise.broker.web.security.Roles;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Descriptions of sending, of subjects, health and this document. A new resource outside {@code SEMP/v2} gets its description here. */
final class MessagingOperations {
    private static final String JSON = "application/json";

    private MessagingOperations() {}

    static List<Description> all() {
        return List.of(
                Description.of(
                                "PublishResource.toTopic",
                                "Sends the body as a message to a topic; 200 means stored durably.")
                        .id("publishToTopic")
                        .with(messageHeaders())
                        .takesPayload("text/plain", "an order")
                        .plain(
                                JSON,
                                Fields.reference("Published"),
                                "Stored, handed over (direct), or stored before.",
                                "")
                        .refuses(nacks()),
                Description.of(
                                "PublishResource.toQueue",
                                "Sends the body as a message to a queue; 200 means stored durably.")
                        .id("publishToQueue")
                        .with(messageHeaders())
                        .takesPayload("text/plain", "an order")
                        .plain(
                                JSON,
                                Fields.reference("Published"),
                                "Stored, handed over (direct), or stored before.",
                                "")
                        .refuses(nacks()),
                Description.of(
                                "ProduceResource.produce",
                                "Publishes the body as the content of a message on a subject.")
                        .with(List.of(Parameters.subject()))
                        .with(Parameters.ofSubjects())
                        .with(List.of(
                                query(
                                        "closure",
                                        text(),
                                        "A text of the publisher's own; the time of receipt without it."),
                                query(
                                        "retained",
                                        Parameters.flag(true),
                                        "Whether the message becomes the subject's snapshot."),
                                query(
                                        "qos",
                                        words("guaranteed", "guaranteed", "standard"),
                                        "Stored before the answer, or not.")))
                        .takesPayload("text/plain", "142")
                        .plain(
                                JSON,
                                Fields.reference("Produced"),
                                "Published. A refusal of the message itself (403, 413, 503) has this form too.",
                                "")
                        .roles(Roles.ADMIN, Roles.CLIENT)
                        .refuses(nacks()),
                Description.of("ConsumeResource.consume", "What a subject holds now.")
                        .with(List.of(Parameters.subject()))
                        .with(Parameters.ofSubjects())
                        .with(List.of(
                                query(
                                        "history",
                                        whole(0, Integer.MAX_VALUE, 0),
                                        "So many of the newest messages, the oldest first; 0 is the snapshot."),
                                query(
                                        "epoch",
                                        Fields.whole(0, Long.MAX_VALUE),
                                        "With seq: what came after that place."),
                                query(
                                        "seq",
                                        Fields.whole(0, Long.MAX_VALUE),
                                        "With epoch: what came after that place.")))
                        .plain(JSON, Fields.reference("SubjectContent"), "The messages.", "")
                        .refuses(ErrorCode.INVALID_TOPIC, ErrorCode.MESSAGE_TOO_BIG, ErrorCode.NOT_FOUND),
                Description.of(
                                "SnapshotResource.delete",
                                "Deletes the snapshot of a subject, durably, whether there is one or not.")
                        .id("deleteSnapshot")
                        .with(List.of(Parameters.subject()))
                        .with(Parameters.ofSubjects())
                        .plain(
                                JSON,
                                Fields.of("Whether there was a snapshot.")
                                        .text("subject", "As it was given.")
                                        .flag("deleted", "Whether there was one.")
                                        .schema(),
                                "Deleted.",
                                "")
                        .refuses(ErrorCode.INVALID_TOPIC, ErrorCode.NOT_FOUND),
                Description.of("MetricsResource.metrics", "Every metric of the broker as Prometheus text.")
                        .plain("text/plain", new StringSchema(), "Prometheus text format 0.0.4.", ""),
                Description.of(
                                "HealthResource.live",
                                "Whether the server answers; asks neither broker nor database. Open to everybody.")
                        .id("healthLive")
                        .plain(JSON, Fields.reference("Health"), "UP.", ""),
                Description.of(
                                "HealthResource.ready",
                                "Whether the broker can work: adapter, database, a committer for each VPN. 503 if not.")
                        .id("healthReady")
                        .plain(JSON, Fields.reference("Health"), "UP; the answer 503 has the same form.", ""),
                Description.of("HealthResource.all", "The same as ready.")
                        .id("health")
                        .plain(JSON, Fields.reference("Health"), "UP; the answer 503 has the same form.", ""),
                Description.of("OpenApiResource.document", "This document, for everybody who is authenticated.")
                        .id("openApiDocument")
                        .plain(JSON, new ObjectSchema(), "An OpenAPI 3 document.", ""));
    }

    static ErrorCode[] nacks() {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.kind() == ErrorKind.NACK
                        || code == ErrorCode.OUTCOME_UNKNOWN
                        || code == ErrorCode.INVALID_TOPIC
                        || code == ErrorCode.NOT_SUPPORTED
                        || code == ErrorCode.PARSE_ERROR)
                .toArray(ErrorCode[]::new);
    }

    private static List<Parameter> messageHeaders() {
        return List.of(
                header(
                        "Solace-Delivery-Mode",
                        words("Persistent", "Persistent", "Non-Persistent", "Direct"),
                        "How much is promised; Direct is not acknowledged."),
                header("Solace-Time-To-Live-In-ms", whole(0, Long.MAX_VALUE, 0), "Time to live; 0 is for ever."),
                header("Solace-Priority", whole(0, 255, 4), "Above 9 is 9."),
                header("Solace-DMQ-Eligible", Parameters.flag(true), "Whether it may go to a dead message queue."),
                header("Solace-Correlation-ID", text(), "JMSCorrelationID."),
                header("Solace-Message-ID", text(), "JMSMessageID; made up without it."),
                header(
                        "Solace-Timestamp",
                        Fields.whole(0, Long.MAX_VALUE),
                        "JMSTimestamp, milliseconds; now without it."),
                header("Solace-Reply-To-Destination", text(), "/TOPIC/… or /QUEUE/…, not encoded."),
                header("Reprise-Publisher-Id", text(), "Who sends, with Reprise-Publisher-Sequence."),
                header(
                        "Reprise-Publisher-Sequence",
                        Fields.whole(0, Long.MAX_VALUE),
                        "The sender's own number of the message: the same one sent again is acknowledged and dropped."));
    }

    static Map<String, Schema<?>> schemas() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        schemas.put(
                "Published",
                Fields.of("What became of a message: one of the three.")
                        .number("msgId", "The id under which it is stored.")
                        .flag("direct", "It was handed over.")
                        .flag("duplicate", "It was stored before, by its publisher sequence.")
                        .schema());
        schemas.put(
                "Produced",
                Fields.of("What became of a message on a subject.")
                        .text("subject", "As it was given.")
                        .text("closure", "The message's.")
                        .oneOf("status", "OK, or why not.", "OK", "FAILED", "DENY", "MESSAGE_SIZE_LIMIT_EXCEEDED")
                        .text("code", "The error's code, if it is not OK.")
                        .text("detail", "Why, if it is not OK.")
                        .schema());
        schemas.put("SubjectMessage", subjectMessage());
        schemas.put(
                "SubjectContent",
                Fields.of("What a subject holds.")
                        .text("subject", "As it was given.")
                        .list("messages", "SubjectMessage", "The oldest first.")
                        .oneOf("status", "How the recovery went that was asked for.", "DATA_SYNC", "DATA_RESYNC")
                        .schema());
        schemas.put(
                "HealthCheck",
                Fields.of("A part of the broker.")
                        .text("name", "E.g. database.")
                        .oneOf("status", "Whether it works.", "UP", "DOWN")
                        .add(
                                "data",
                                new ObjectSchema().additionalProperties(new StringSchema()),
                                "What it says of itself.")
                        .schema());
        schemas.put(
                "Health",
                Fields.of("How the broker fares.")
                        .oneOf("status", "UP if every part is.", "UP", "DOWN")
                        .list("checks", "HealthCheck", "Its parts.")
                        .schema());
        return schemas;
    }

    private static Schema<?> subjectMessage() {
        return Fields.of("A message of a subject.")
                .oneOf("message_type", "What it is here.", "UPDATE", "SNAPSHOT", "RECOVERED", "HISTORICAL")
                .text("content", "The text, or bytes in Base64.")
                .oneOf("encoding", "There if the content is in Base64.", "base64")
                .text("content_type", "If the message has one.")
                .text("body_kind", "Of a Jakarta Messaging map, stream or object.")
                .text("closure", "The publisher's, or the time of receipt in milliseconds.")
                .flag("retained", "As published.")
                .flag("compressed", "Always false.")
                .number("epoch", "Its place.")
                .number("seq", "Its place, consecutive within an epoch.")
                .number("head_epoch", "The newest place of the subject, if it is another.")
                .number("head_seq", "The newest place of the subject, if it is another.")
                .oneOf("qos", "As published.", "GUARANTEED", "STANDARD")
                .number("discarded_before", "In streams: how many standard messages were lost before it.")
                .schema();
    }
}
