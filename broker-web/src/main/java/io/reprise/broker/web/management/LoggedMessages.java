package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.InstantSource;

/** The messages of a replay log, browsed in both directions from a time or a message (spec 2.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class LoggedMessages {
    private static final String COLLECTION =
            "monitor/msgVpns/{vpn}/" + ReplayLogCall.SEGMENT + "/{log}/" + LoggedMessageRows.SEGMENT;

    private final BrokerSource source;
    private final InstantSource clock;

    public LoggedMessages(BrokerSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ReplayLogCall call, @Context SecurityContext caller) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        call.existing(vpn);
        LoggedMessageRows rows = rows(call, vpn, caller);
        return ListQuery.answer(call.semp(), LoggedMessageListing.PARAMETERS, (parameters, problems) -> {
            LoggedMessageListing.Order order =
                    LoggedMessageListing.Order.read(parameters, vpn.vpn().origin(), clock, problems);
            return new LoggedMessageListing(vpn.replayLog(), rows, order);
        });
    }

    @GET
    @Path(COLLECTION + "/{msgId}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(
            @BeanParam ReplayLogCall call, @PathParam("msgId") String text, @Context SecurityContext caller) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        call.existing(vpn);
        LoggedMessageRows rows = rows(call, vpn, caller);
        ObjectQuery query = ObjectQuery.read(call.semp(), rows.columns());
        long msgId = MessageListing.msgId(text);
        Row row = vpn.replayLog().after(msgId - 1, 1).stream()
                .filter(message -> message.msgId() == msgId)
                .findFirst()
                .map(rows::row)
                .orElseThrow(() ->
                        new BrokerException(ErrorCode.NOT_FOUND, "message " + msgId + " is not in " + call.subject()));
        return query.answer(rows.complete(row)).build();
    }

    private static LoggedMessageRows rows(ReplayLogCall call, VpnAdministration vpn, SecurityContext caller) {
        return new LoggedMessageRows(call, vpn.replayLog(), VpnCall.showsPayloads(caller));
    }
}
