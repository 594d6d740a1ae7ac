package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayLog;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What operators do to a replay log (spec 2.1, 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ReplayLogActions {
    private static final String LOG = "action/msgVpns/{vpn}/" + ReplayLogCall.SEGMENT + "/{log}";
    private static final String TRIM = "trimLoggedMsgs";
    private static final String OLDER_THAN = "olderThanTime";
    private static final String BEFORE = "beforeMsg";

    private final BrokerSource source;
    private final InstantSource clock;

    public ReplayLogActions(BrokerSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Takes the oldest messages out of the log, by time or up to a message that stays; the answer says how many those were. */
    @PUT
    @Path(LOG + "/" + TRIM)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response trim(@BeanParam ReplayLogCall call, InputStream json) {
        BodyFields fields = BodyFields.read(call.semp().uri(), json, Set.of(OLDER_THAN, BEFORE));
        Optional<Instant> olderThan = fields.time(OLDER_THAN, clock);
        Optional<ReplicationGroupMsgId> before = fields.message(BEFORE);
        fields.refuseBoth(OLDER_THAN, BEFORE);
        if (!fields.has(OLDER_THAN) && !fields.has(BEFORE)) {
            fields.problems()
                    .add(
                            ErrorCode.MISSING_PARAMETER,
                            OLDER_THAN + " and " + BEFORE + " are missing; allowed: one of the two");
        }
        fields.problems().throwIfAny();
        VpnAdministration vpn = source.broker().administration(call.vpn());
        call.existing(vpn);
        return SempAnswers.done(call.semp(), Map.of("trimmedMsgCount", trim(vpn.replayLog(), olderThan, before)));
    }

    private static long trim(ReplayLog log, Optional<Instant> olderThan, Optional<ReplicationGroupMsgId> before) {
        return olderThan.map(log::trimOlderThan).orElseGet(() -> log.trimBefore(before.orElseThrow()));
    }

    @PUT
    @Path(LOG + "/{action}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response other(@BeanParam ReplayLogCall call, @PathParam("action") String action) {
        throw BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, "action '" + action + "' on " + call.subject(), "unknown", TRIM);
    }
}
