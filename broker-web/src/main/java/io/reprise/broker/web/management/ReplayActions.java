package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.Replays;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempAnswers;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts and cancels replays of endpoints, and copies single messages out of the replay log (spec 2.3, 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ReplayActions {
    private static final String ENDPOINT = "action/msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}";
    private static final String FORCE_COMPLETE = "forceComplete";
    private static final String MESSAGE = "replicationGroupMsgId";
    private static final String SOURCE = "sourceReplayLogName";

    private final BrokerSource source;
    private final InstantSource clock;

    public ReplayActions(BrokerSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Starts a replay; the answer says where it really begins and how many messages of the log lie in its range. */
    @PUT
    @Path(ENDPOINT + "/startReplay")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.CLIENT})
    public Response start(@BeanParam EndpointCall call, @Context HttpServletRequest caller, InputStream json) {
        ReplayOrder order = ReplayOrder.read(call.semp(), json, clock);
        VpnAdministration vpn = source.broker().administration(call.vpn());
        ReplayRights.require(source, caller, call, call.existing(vpn));
        requireLog(vpn, order.logName());
        return SempAnswers.done(call.semp(), run(call, vpn.replays(), order));
    }

    private static Map<String, Object> run(EndpointCall call, Replays replays, ReplayOrder order) {
        return order.dryRun()
                ? ReplayAnswers.previewed(order.request(), replays.preview(call.kind(), call.name(), order.request()))
                : ReplayAnswers.started(order.request(), replays.start(call.kind(), call.name(), order.request()));
    }

    /** Cancels the running replay. {@code forceComplete} is SEMP's: no cancelling here waits for consumers, with or without it. */
    @PUT
    @Path(ENDPOINT + "/cancelReplay")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response cancel(@BeanParam EndpointCall call, InputStream json) {
        BodyFields fields = BodyFields.read(call.semp().uri(), json, Set.of(FORCE_COMPLETE));
        fields.flag(FORCE_COMPLETE);
        fields.problems().throwIfAny();
        existing(call).replays().cancel(call.kind(), call.name());
        return SempAnswers.done(call.semp());
    }

    /** Appends one message of the log to an endpoint; the answer has the id that it has there. */
    @PUT
    @Path(ENDPOINT + "/copyMsgFromReplayLog")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response copy(@BeanParam EndpointCall call, InputStream json) {
        BodyFields fields = BodyFields.read(call.semp().uri(), json, Set.of(MESSAGE, SOURCE));
        fields.require(MESSAGE, BodyFields.MESSAGE_ID);
        Optional<ReplicationGroupMsgId> message = fields.message(MESSAGE);
        Optional<String> logName = fields.text(SOURCE, "the name of the VPN's replay log");
        fields.problems().throwIfAny();
        VpnAdministration vpn = existing(call);
        requireLog(vpn, logName);
        ReplicationGroupMsgId copy = vpn.replays().copy(message.orElseThrow(), call.kind(), call.name());
        return SempAnswers.done(call.semp(), Map.of(MESSAGE, copy.format()));
    }

    private VpnAdministration existing(EndpointCall call) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        call.existing(vpn);
        return vpn;
    }

    /** A VPN has one log: naming another is a mistake. */
    private static void requireLog(VpnAdministration vpn, Optional<String> wanted) {
        String existing = vpn.replayLogView().map(ReplayLogView::name).orElse("");
        if (wanted.isPresent() && !wanted.get().equals(existing)) {
            throw BrokerException.refused(
                    ErrorCode.NOT_FOUND,
                    "replay log '" + wanted.get() + "' of VPN '" + vpn.vpnName() + "'",
                    "does not exist",
                    existing.isEmpty() ? "none, the VPN has no log" : "'" + existing + "', or no name");
        }
    }
}
