package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
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

/** The messages of one endpoint, and what operators do to one of them (spec 5.1). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class Messages {
    private static final String COLLECTION = "msgVpns/{vpn}/{collection:queues|topicEndpoints}/{name}/msgs";
    private static final String MONITOR = "monitor/" + COLLECTION;
    private static final String ACTION = "action/" + COLLECTION + "/{msgId}/{action}";

    private final BrokerSource source;

    public Messages(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(MONITOR)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call) {
        return ListQuery.answer(
                call.semp(),
                new MessageListing(
                        EndpointActions.messages(source, call),
                        columns(call),
                        message -> MessageRows.row(call, message)));
    }

    @GET
    @Path(MONITOR + "/{msgId}")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call, @PathParam("msgId") String msgId) {
        ObjectQuery query = ObjectQuery.read(call.semp(), columns(call));
        MessageView message = EndpointActions.messages(source, call)
                .message(MessageListing.msgId(msgId))
                .orElseThrow(() ->
                        new BrokerException(ErrorCode.NOT_FOUND, "message " + msgId + " is not on " + call.subject()));
        return query.answer(MessageRows.row(call, message)).build();
    }

    @PUT
    @Path(ACTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response act(
            @BeanParam EndpointCall call,
            @PathParam("msgId") String text,
            @PathParam("action") String action,
            InputStream json) {
        ActionBody.requireEmpty(call.semp(), json);
        long msgId = MessageListing.msgId(text);
        switch (action) {
            case "retry" -> {
                EndpointActions.requireQueue(call);
                EndpointActions.messages(source, call).retryOne(msgId);
            }
            case "delete" -> EndpointActions.messages(source, call).deleteOne(msgId);
            case "release" -> EndpointActions.messages(source, call).releaseOne(msgId);
            default ->
                throw BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER, "action '" + action + "'", "unknown", "retry, delete, release");
        }
        return SempAnswers.done(call.semp());
    }

    private static Columns columns(EndpointCall call) {
        return MessageRows.columns(call.collection());
    }
}
