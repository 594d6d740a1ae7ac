package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
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
import java.util.Map;
import java.util.Set;

/** What operators do to endpoints (spec 5.1): {@code deleteMsgs}; the other actions are refused by name. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class EndpointActions {
    private static final String ENDPOINT = "action/msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}";
    private static final Set<String> NOT_BUILT = Set.of(
            "startReplay", "cancelReplay", "copyMsgFromReplayLog", "copyMsgFromQueue", "retryMsgs", "pause", "resume");

    private final BrokerSource source;

    public EndpointActions(BrokerSource source) {
        this.source = source;
    }

    /** Removes every message that is not in flight; the answer says how many that were. */
    @PUT
    @Path(ENDPOINT + "/deleteMsgs")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response deleteMsgs(@BeanParam EndpointCall call, InputStream json) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        Problems problems = new Problems();
        QueryParameters.read(call.semp().uri().getQueryParameters(), Set.of(), problems);
        JsonText.readObject(json)
                .forEach((name, value) ->
                        problems.refuse(name, String.valueOf(value), "deleteMsgs takes no attributes"));
        problems.throwIfAny();
        call.existing(vpn);
        return SempAnswers.done(call.semp(), Map.of("deletedMsgCount", vpn.purge(call.kind(), call.name())));
    }

    @PUT
    @Path(ENDPOINT + "/{action}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response other(@BeanParam EndpointCall call, @PathParam("action") String action) {
        throw NOT_BUILT.contains(action)
                ? new BrokerException(
                        ErrorCode.NOT_SUPPORTED,
                        "action " + action + " on " + call.subject()
                                + " is not supported in this version; allowed: deleteMsgs")
                : BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER, "action '" + action + "'", "unknown", "deleteMsgs");
    }
}
