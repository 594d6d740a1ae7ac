package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The collections of spec 5.1 that this version does not have: refused by name, so that a tool can tell them from a typing error. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class NotBuilt {
    private static final String OF_VPN = "{api:config|monitor|action}/msgVpns/{vpn}/{object:clients}{rest:(/.*)?}";

    @GET
    @Path(OF_VPN)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response get(@PathParam("object") String object) {
        throw refusal(object);
    }

    @POST
    @Path(OF_VPN)
    @RolesAllowed(Roles.ADMIN)
    public Response post(@PathParam("object") String object) {
        throw refusal(object);
    }

    @PUT
    @Path(OF_VPN)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR})
    public Response put(@PathParam("object") String object) {
        throw refusal(object);
    }

    @PATCH
    @Path(OF_VPN)
    @RolesAllowed(Roles.ADMIN)
    public Response patch(@PathParam("object") String object) {
        throw refusal(object);
    }

    @DELETE
    @Path(OF_VPN)
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@PathParam("object") String object) {
        throw refusal(object);
    }

    private static BrokerException refusal(String object) {
        return new BrokerException(
                ErrorCode.NOT_SUPPORTED,
                object
                        + " is not supported in this version; allowed: queues, topicEndpoints, replayLogs, aclProfiles, clientUsernames, restDeliveryPoints and what they have, activations, alarms");
    }
}
