package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.security.Roles;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is no resource: the live streams. OpenAPI can say how they begin; their events are told in words. */
final class StreamOperations {
    /** Of each. */
    static final List<Refusal> REFUSALS = Refusal.of(
            List.of(
                    ErrorCode.INVALID_PARAMETER,
                    ErrorCode.INVALID_TOPIC,
                    ErrorCode.UNAUTHORIZED,
                    ErrorCode.ACCESS_DENIED,
                    ErrorCode.NOT_FOUND,
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    ErrorCode.VPN_DOWN,
                    ErrorCode.VPN_STARTING),
            false);

    private StreamOperations() {}

    /** By path; each is a GET. */
    static Map<String, Operation> all() {
        Map<String, Operation> operations = new LinkedHashMap<>();
        operations.put("rest/subscribe", subscribe());
        operations.put("rest/ws", socket());
        return operations;
    }

    private static Operation subscribe() {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(Parameters.subject()
                .description(
                        "A subject, or a filter (* one segment, > at the end all further ones); up to 100 times."));
        parameters.addAll(Parameters.ofSubjects());
        parameters.add(Parameters.query(
                "history",
                Parameters.whole(0, Integer.MAX_VALUE, 0),
                "Begins with so many of the newest messages of each subject."));
        parameters.add(Parameters.query(
                "conflate",
                Parameters.whole(0, 3_600_000, 0),
                "At most the newest message of a subject in each interval of so many milliseconds."));
        parameters.add(Parameters.header(
                "Last-Event-ID", Parameters.text(), "Where a stream broke off: what was missed comes first."));
        Operation operation = operation(
                "subscribe",
                "A live stream of subjects as server-sent events, which does not end by itself.",
                "First the snapshot (or history) of each subject, then the event LIVE, DATA_SYNC or DATA_RESYNC, then every later"
                        + " message. An event's name is the message's type; its data is a SubjectMessage with its subject; its id"
                        + " is what Last-Event-ID takes.",
                parameters);
        operation
                .getResponses()
                .addApiResponse("200", Responses.of("The stream.", "text/event-stream", new StringSchema()));
        return operation;
    }

    private static Operation socket() {
        Operation operation = operation(
                "openWebSocket",
                "A WebSocket that subscribes to subjects and publishes on them, in JSON frames.",
                "The frames are in docs/live-http.md: subscribe, unsubscribe, publish; status, message.",
                Parameters.ofSubjects());
        operation.getResponses().addApiResponse("101", new ApiResponse().description("The WebSocket is open."));
        operation
                .getResponses()
                .addApiResponse(
                        "426",
                        Responses.of("Without an upgrade.", "application/problem+json", Fields.reference("Problem")));
        return operation;
    }

    private static Operation operation(String id, String summary, String description, List<Parameter> parameters) {
        Operation operation = new Operation()
                .operationId(id)
                .summary(summary)
                .description(description)
                .addTagsItem("subjects")
                .parameters(parameters)
                .responses(Responses.refusals(REFUSALS));
        operation.addExtension("x-roles", List.of(Roles.ADMIN, Roles.CLIENT));
        operation.addExtension("x-streams", true);
        return operation;
    }
}
