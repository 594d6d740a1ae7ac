package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.SempAnswers;
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
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The named objects of a VPN that are neither endpoints nor its replay log: ACL profiles with their exceptions, client usernames (spec
 * 5.4), REST delivery points (spec 5.2). Made, changed and deleted as endpoints are; {@code monitor} shows the same, and figures of what
 * works by itself.
 */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ConfigObjects {
    private static final String READ = "{api:config|monitor}/msgVpns/{vpn}/";
    private static final String WRITE = "config/msgVpns/{vpn}/";
    private static final String COLLECTION = "{collection:aclProfiles|clientUsernames|restDeliveryPoints}";
    private static final String OBJECT = COLLECTION + "/{name}";
    private static final String OWNED = "aclProfiles/{owner}/"
            + "{collection:clientConnectExceptions|publishTopicExceptions|subscribeTopicExceptions}";
    private static final String OWNED_OBJECT = OWNED + "/{name}";
    private static final String CONFIG = "config";

    private final BrokerSource source;

    public ConfigObjects(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(READ + COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ObjectCall call, @PathParam("api") String api) {
        VpnObjects objects = objects(call);
        call.requireOwner(objects);
        return ListQuery.answer(call.semp(), new ObjectListing(call, api, source.broker(), objects));
    }

    @GET
    @Path(READ + OWNED)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response listOwned(@BeanParam ObjectCall call, @PathParam("api") String api) {
        return list(call, api);
    }

    @GET
    @Path(READ + OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam ObjectCall call, @PathParam("api") String api) {
        ObjectQuery query = ObjectQuery.read(call.semp(), call.columns(api));
        ObjectView view = call.existing(objects(call));
        if (ObjectCall.hasFigures(call.kind(), api)) {
            Response known = call.preconditions().unchangedUnversioned();
            return known == null
                    ? query.answer(call.row(view, api, source.broker())).build()
                    : known;
        }
        Response unchanged = call.preconditions().unchanged(view.version());
        return unchanged == null ? answer(query, call, view, api) : unchanged;
    }

    @GET
    @Path(READ + OWNED_OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response readOwned(@BeanParam ObjectCall call, @PathParam("api") String api) {
        return read(call, api);
    }

    @POST
    @Path(WRITE + COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam ObjectCall call, InputStream json) {
        VpnObjects objects = objects(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), call.columns(CONFIG), problems);
        ConfigBody body = fixed(call, JsonText.readObject(json), problems);
        String name = body.required(
                call.kind().nameAttribute(),
                "the name of the new " + call.kind().text(),
                call.kind()::checkName);
        AttributeValues values = body.applyTo(call.kind().attributes().defaults(), AttributeValues::with);
        problems.throwIfAny();
        return answer(query, call, objects.create(call.named(name), values), CONFIG);
    }

    @POST
    @Path(WRITE + OWNED)
    @RolesAllowed(Roles.ADMIN)
    public Response createOwned(@BeanParam ObjectCall call, InputStream json) {
        return create(call, json);
    }

    @PUT
    @Path(WRITE + OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@BeanParam ObjectCall call, InputStream json) {
        VpnObjects objects = objects(call);
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        return NewestVersion.on(() -> {
            Optional<ObjectView> existing = objects.find(call.name());
            AttributeValues base = existing.map(view -> view.values().withoutSettings())
                    .orElseGet(call.kind().attributes()::defaults);
            Problems problems = new Problems();
            ObjectQuery query = ObjectQuery.read(call.semp(), call.columns(CONFIG), problems);
            AttributeValues values = body(call, body, problems).applyTo(base, AttributeValues::with);
            problems.check(() -> call.kind().checkName(call.name().name()));
            problems.throwIfAny();
            return answer(query, call, replaceOrCreate(objects, call, existing, values), CONFIG);
        });
    }

    @PUT
    @Path(WRITE + OWNED_OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replaceOwned(@BeanParam ObjectCall call, InputStream json) {
        return replace(call, json);
    }

    @PATCH
    @Path(WRITE + OBJECT)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam ObjectCall call, InputStream json) {
        VpnObjects objects = objects(call);
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        return NewestVersion.on(() -> {
            ObjectView view = call.existing(objects);
            Problems problems = new Problems();
            ObjectQuery query = ObjectQuery.read(call.semp(), call.columns(CONFIG), problems);
            AttributeValues values = body(call, body, problems).applyTo(view.values(), AttributeValues::with);
            problems.throwIfAny();
            return answer(query, call, changed(objects, call, view, values), CONFIG);
        });
    }

    /** Exceptions are names alone: there is nothing to change. */
    @PATCH
    @Path(WRITE + OWNED_OBJECT)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response changeOwned(@BeanParam ObjectCall call) {
        throw new BrokerException(
                ErrorCode.NOT_ALLOWED,
                call.existing(objects(call)).name().label()
                        + ": has no attribute to change; allowed: DELETE it and POST another");
    }

    /** What belongs to it goes too. */
    @DELETE
    @Path(WRITE + OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam ObjectCall call) {
        VpnObjects objects = objects(call);
        call.semp().requireNoParameters();
        return NewestVersion.on(() -> {
            ObjectView view = call.existing(objects);
            call.preconditions().require(view.version());
            objects.delete(view.name(), view.version());
            return SempAnswers.done(call.semp());
        });
    }

    @DELETE
    @Path(WRITE + OWNED_OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response deleteOwned(@BeanParam ObjectCall call) {
        return delete(call);
    }

    private VpnObjects objects(ObjectCall call) {
        return source.broker().administration(call.vpn()).objects();
    }

    private static ObjectView replaceOrCreate(
            VpnObjects objects, ObjectCall call, Optional<ObjectView> existing, AttributeValues values) {
        if (existing.isPresent()) {
            if (!call.kind().attributes().all().isEmpty()) {
                return changed(objects, call, existing.get(), values);
            }
            call.preconditions().require(existing.get().version());
            return existing.get();
        }
        call.preconditions().requireMissing();
        return objects.create(call.name(), values);
    }

    private static ObjectView changed(VpnObjects objects, ObjectCall call, ObjectView view, AttributeValues values) {
        call.preconditions().require(view.version());
        return objects.change(view.name(), values, view.version());
    }

    private static ConfigBody fixed(ObjectCall call, Map<String, @Nullable Object> json, Problems problems) {
        ConfigBody body = new ConfigBody(json, problems);
        call.fixedNames().forEach(body::requireSame);
        return body;
    }

    private static ConfigBody body(ObjectCall call, Map<String, @Nullable Object> json, Problems problems) {
        ObjectName name = call.name();
        return fixed(call, json, problems).requireSame(name.kind().nameAttribute(), name.name());
    }

    private Response answer(ObjectQuery query, ObjectCall call, ObjectView view, String api) {
        return query.answer(call.row(view, api, source.broker()))
                .tag(Preconditions.tag(view.version()))
                .build();
    }
}
