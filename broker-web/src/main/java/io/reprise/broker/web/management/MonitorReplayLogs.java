package io.reprise.broker.web.management;

import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayLogStatus;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/** The figures of a VPN's replay log: what it holds, from when to when, and what came and went (spec 2.1). Times are unix seconds. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class MonitorReplayLogs {
    private static final String COLLECTION = "monitor/msgVpns/{vpn}/" + ReplayLogCall.SEGMENT;
    static final Columns COLUMNS = ReplayLogCall.columns()
            .and("createdTime", Long.class)
            .and("spoolUsageBytes", Long.class)
            .and("spooledMsgCount", Long.class)
            .and("oldestMsgId", Long.class)
            .and("oldestReplicationGroupMsgId", String.class)
            .and("oldestSpooledTime", Long.class)
            .and("newestMsgId", Long.class)
            .and("newestReplicationGroupMsgId", String.class)
            .and("newestSpooledTime", Long.class)
            .and("loggedMsgs", Long.class)
            .and("trimmedMsgs", Long.class)
            .and("discardReplayLogOverQuota", Long.class)
            .and("loggedMsgsLastMinute", Long.class)
            .and("trimmedMsgsLastMinute", Long.class)
            .and("loggedBytes", Long.class)
            .and("trimmedBytes", Long.class)
            .and("loggedBytesLastMinute", Long.class)
            .and("trimmedBytesLastMinute", Long.class);

    private final BrokerSource source;

    public MonitorReplayLogs(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ReplayLogCall call) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return ListQuery.answer(
                call.semp(),
                new RowListing(
                        COLUMNS,
                        vpn.replayLogView().stream()
                                .map(view -> row(call, vpn, view))
                                .toList()));
    }

    @GET
    @Path(COLLECTION + "/{log}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam ReplayLogCall call) {
        ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS);
        VpnAdministration vpn = source.broker().administration(call.vpn());
        return query.answer(row(call, vpn, call.existing(vpn))).build();
    }

    private static Row row(ReplayLogCall call, VpnAdministration vpn, ReplayLogView view) {
        ReplayLogStatus status = vpn.replayLog().status();
        long origin = vpn.vpn().origin();
        Map<String, Object> attributes = call.attributes(view);
        attributes.put("createdTime", status.createdMillis() / 1_000);
        attributes.put("spoolUsageBytes", status.usageBytes());
        attributes.put("spooledMsgCount", status.messages());
        attributes.put("oldestMsgId", status.oldestMsgId());
        attributes.put("oldestReplicationGroupMsgId", id(origin, status.oldestMsgId()));
        attributes.put("oldestSpooledTime", status.oldestTimeMillis() / 1_000);
        attributes.put("newestMsgId", status.newestMsgId());
        attributes.put("newestReplicationGroupMsgId", id(origin, status.newestMsgId()));
        attributes.put("newestSpooledTime", status.newestTimeMillis() / 1_000);
        attributes.put("loggedMsgs", status.loggedMsgs());
        attributes.put("trimmedMsgs", status.trimmedMsgs());
        attributes.put("discardReplayLogOverQuota", status.overQuotaMsgs());
        attributes.put("loggedMsgsLastMinute", status.loggedMsgsLastMinute());
        attributes.put("trimmedMsgsLastMinute", status.trimmedMsgsLastMinute());
        attributes.put("loggedBytes", status.loggedBytes());
        attributes.put("trimmedBytes", status.trimmedBytes());
        attributes.put("loggedBytesLastMinute", status.loggedBytesLastMinute());
        attributes.put("trimmedBytesLastMinute", status.trimmedBytesLastMinute());
        return new Row(
                view.name(),
                attributes,
                call.linksOfLog(List.of(ReplayLogFilters.SEGMENT, "msgs"), "monitor", view.name()));
    }

    /** Empty where there is no such message. */
    private static String id(long origin, long msgId) {
        return msgId == 0 ? "" : new ReplicationGroupMsgId(origin, msgId).format();
    }
}
