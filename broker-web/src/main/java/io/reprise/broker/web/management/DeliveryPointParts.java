package io.reprise.broker.web.management;

import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
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
import java.io.InputStream;

/**
 * What belongs to REST delivery points (spec 5.2): their REST consumers, which are the targets, and their queue bindings. Handled as the
 * delivery points themselves are, by {@link ConfigObjects}.
 */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class DeliveryPointParts {
    private static final String PARTS =
            "msgVpns/{vpn}/restDeliveryPoints/{owner}/{collection:restConsumers|queueBindings}";
    private static final String READ = "{api:config|monitor}/" + PARTS;
    private static final String WRITE = "config/" + PARTS;
    private static final String NAME = "/{name}";

    private final ConfigObjects objects;

    public DeliveryPointParts(BrokerSource source) {
        this.objects = new ConfigObjects(source);
    }

    @GET
    @Path(READ)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ObjectCall call, @PathParam("api") String api) {
        return objects.list(call, api);
    }

    @GET
    @Path(READ + NAME)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam ObjectCall call, @PathParam("api") String api) {
        return objects.read(call, api);
    }

    @POST
    @Path(WRITE)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam ObjectCall call, InputStream json) {
        return objects.create(call, json);
    }

    @PUT
    @Path(WRITE + NAME)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@BeanParam ObjectCall call, InputStream json) {
        return objects.replace(call, json);
    }

    @PATCH
    @Path(WRITE + NAME)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam ObjectCall call, InputStream json) {
        return objects.change(call, json);
    }

    @DELETE
    @Path(WRITE + NAME)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam ObjectCall call) {
        return objects.delete(call);
    }
}
