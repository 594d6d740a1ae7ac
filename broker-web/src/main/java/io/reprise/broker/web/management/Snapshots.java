package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempAnswers;
import io.reprise.broker.web.semp.SempCall;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    public Response list(
            @PathParam("vpn") String vpn,
            @Context UriInfo uri,
            @Context Request request,
            @Context SecurityContext caller) {
        SempCall call = new SempCall(request.getMethod(), uri);
        return ListQuery.answer(call, listing(call, vpn, caller));
    }

    @GET
    @Path(COLLECTION + "/{subject}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(
            @PathParam("vpn") String vpn,
            @PathParam("subject") String subject,
            @Context UriInfo uri,
            @Context Request request,
            @Context SecurityContext caller) {
        SempCall call = new SempCall(request.getMethod(), uri);
        SnapshotListing listing = listing(call, vpn, caller);
        ObjectQuery query = ObjectQuery.read(call, listing.columns());
        Row row = listing.administration()
                .snapshot(TopicName.of(subject).text())
                .map(listing::row)
                .orElseThrow(() -> missing(vpn, subject));
        return query.answer(listing.complete(row)).build();
    }

    /** Deletes a snapshot; what was delivered stays with whoever has it. */
    @PUT
    @Path(ACTION)
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response delete(
            @PathParam("vpn") String vpn,
            @PathParam("subject") String subject,
            @Context UriInfo uri,
            @Context Request request,
            InputStream json) {
        BodyFields.read(uri, json, Set.of()).problems().throwIfAny();
        if (!source.broker().vpn(vpn).live().deleteSnapshot(TopicName.of(subject))) {
            throw missing(vpn, subject);
        }
        return SempAnswers.done(new SempCall(request.getMethod(), uri), Map.of());
    }

    private SnapshotListing listing(SempCall call, String vpn, SecurityContext caller) {
        Broker broker = source.broker();
        boolean showsPayloads = List.of(Roles.ADMIN, Roles.BROWSE).stream().anyMatch(caller::isUserInRole);
        return new SnapshotListing(call, broker.vpn(vpn), broker.administration(vpn), showsPayloads);
    }

    private static BrokerException missing(String vpn, String subject) {
        return new BrokerException(
                ErrorCode.NOT_FOUND, "snapshot of subject '" + subject + "' of VPN '" + vpn + "' does not exist");
    }
}
