package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempAnswers;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** The snapshots of a VPN's subjects, searched and deleted (spec 3.1, 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class Snapshots {
    private static final String COLLECTION = "monitor/msgVpns/{vpn}/" + SnapshotListing.SEGMENT;
    private static final String ACTION = "action/msgVpns/{vpn}/" + SnapshotListing.SEGMENT + "/{subject}/delete";

    private final BrokerSource source;

    public Snapshots(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam VpnCall call) {
        return ListQuery.answer(call.semp(), listing(call));
    }

    @GET
    @Path(COLLECTION + "/{subject}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam VpnCall call, @PathParam("subject") String subject) {
        SnapshotListing listing = listing(call);
        ObjectQuery query = ObjectQuery.read(call.semp(), listing.columns());
        Row row = listing.administration()
                .snapshot(TopicName.of(subject).text())
                .map(listing::row)
                .orElseThrow(() -> missing(call.vpn(), subject));
        return query.answer(listing.complete(row)).build();
    }

    /** Deletes a snapshot; what was delivered stays with whoever has it. */
    @PUT
    @Path(ACTION)
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response delete(@BeanParam VpnCall call, @PathParam("subject") String subject, InputStream json) {
        ActionBody.requireEmpty(call.semp(), json);
        if (!source.broker().vpn(call.vpn()).live().deleteSnapshot(TopicName.of(subject))) {
            throw missing(call.vpn(), subject);
        }
        return SempAnswers.done(call.semp());
    }

    private SnapshotListing listing(VpnCall call) {
        Broker broker = source.broker();
        return new SnapshotListing(
                call, broker.vpn(call.vpn()), broker.administration(call.vpn()), call.showsPayloads());
    }

    private static BrokerException missing(String vpn, String subject) {
        return new BrokerException(
                ErrorCode.NOT_FOUND, "snapshot of subject '" + subject + "' of VPN '" + vpn + "' does not exist");
    }
}
