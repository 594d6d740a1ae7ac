package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.RetryResult;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempAnswers;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What operators do to endpoints (spec 5.1); the actions that this version has not are refused by name. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class EndpointActions {
    private static final String ENDPOINT = "action/msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}";
    private static final String ALLOWED =
            "startReplay, cancelReplay, copyMsgFromReplayLog, copyMsgFromQueue, retryMsgs, deleteMsgs, deadLetterMsgs, releaseMsgs";
    private static final Set<String> NOT_BUILT = Set.of("pause", "resume");

    private static final String MESSAGE = "replicationGroupMsgId";
    private static final String SOURCE_QUEUE = "sourceQueueName";

    private final BrokerSource source;

    public EndpointActions(BrokerSource source) {
        this.source = source;
    }

    /** Sends dead messages back to where they died; the answer says how many went, and why the others stay. */
    @PUT
    @Path(ENDPOINT + "/retryMsgs")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response retryMsgs(@BeanParam EndpointCall call, InputStream json) {
        String selector = ActionBody.readSelector(call.semp(), json);
        requireQueue(call);
        RetryResult result = messages(source, call).retry(selector);
        Map<String, Object> stayed = new LinkedHashMap<>();
        result.stayed().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> stayed.put(entry.getKey().text(), entry.getValue()));
        return SempAnswers.done(
                call.semp(),
                Map.of("retriedMsgCount", result.retried(), "stayedMsgCount", result.stayedMsgs(), "stayed", stayed));
    }

    /** Removes messages that are not in flight; the answer says how many that were. */
    @PUT
    @Path(ENDPOINT + "/deleteMsgs")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response deleteMsgs(@BeanParam EndpointCall call, InputStream json) {
        String selector = ActionBody.readSelector(call.semp(), json);
        return SempAnswers.done(
                call.semp(), Map.of("deletedMsgCount", messages(source, call).delete(selector)));
    }

    /** Moves messages that are not in flight to the dead message queue; the answer says how many went. */
    @PUT
    @Path(ENDPOINT + "/deadLetterMsgs")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response deadLetterMsgs(@BeanParam EndpointCall call, InputStream json) {
        String selector = ActionBody.readSelector(call.semp(), json);
        return SempAnswers.done(
                call.semp(),
                Map.of("deadLetteredMsgCount", messages(source, call).deadLetter(selector)));
    }

    /** Has delayed messages offered again now; the answer says how many that were. */
    @PUT
    @Path(ENDPOINT + "/releaseMsgs")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response releaseMsgs(@BeanParam EndpointCall call, InputStream json) {
        ActionBody.requireEmpty(call.semp(), json);
        return SempAnswers.done(
                call.semp(), Map.of("releasedMsgCount", messages(source, call).releaseDelayed()));
    }

    /** Appends a message that a queue has; the answer has the id by which it is listed here. */
    @PUT
    @Path(ENDPOINT + "/copyMsgFromQueue")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response copyMsgFromQueue(@BeanParam EndpointCall call, InputStream json) {
        BodyFields fields = BodyFields.read(call.semp().uri(), json, Set.of(MESSAGE, SOURCE_QUEUE));
        fields.require(MESSAGE, BodyFields.MESSAGE_ID);
        fields.require(SOURCE_QUEUE, "the name of a queue");
        Optional<ReplicationGroupMsgId> message = fields.message(MESSAGE);
        Optional<String> queue = fields.text(SOURCE_QUEUE, "the name of a queue");
        fields.problems().throwIfAny();
        long msgId = messages(source, call).copyFrom(queue.orElseThrow(), message.orElseThrow());
        return SempAnswers.done(call.semp(), Map.of("msgId", msgId));
    }

    @PUT
    @Path(ENDPOINT + "/{action}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response other(@BeanParam EndpointCall call, @PathParam("action") String action) {
        throw NOT_BUILT.contains(action)
                ? new BrokerException(
                        ErrorCode.NOT_SUPPORTED,
                        "action " + action + " on " + call.subject() + " is not supported in this version; allowed: "
                                + ALLOWED)
                : BrokerException.refused(ErrorCode.INVALID_PARAMETER, "action '" + action + "'", "unknown", ALLOWED);
    }

    /** The messages of the endpoint that the call names. */
    static EndpointMessages messages(BrokerSource source, EndpointCall call) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        call.existing(vpn);
        return vpn.messages(call.kind(), call.name());
    }

    /** A topic endpoint is nobody's dead message queue. */
    static void requireQueue(EndpointCall call) {
        if (call.kind() != EndpointKind.QUEUE) {
            throw new BrokerException(
                    ErrorCode.NOT_ALLOWED, call.subject() + " has no dead messages to retry; allowed: a queue");
        }
    }
}
