package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
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
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Queues and topic endpoints: created by POST, replaced or created by PUT, changed by PATCH, deleted by DELETE (spec 5.1). An answer
 * that is an error means that nothing happened. Every change is made on the version that was read: with {@code If-Match} a change in
 * between is refused, without it the change is worked out again on the newer version.
 */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ConfigEndpoints {
    private static final String COLLECTION = "config/msgVpns/{vpn}/{collection:queues|topicEndpoints}";
    private static final String OBJECT = COLLECTION + "/{name}";

    private final BrokerSource source;

    public ConfigEndpoints(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam EndpointCall call) {
        return ListQuery.answer(
                call.semp(),
                new EndpointListing(
                        administration(call), call.kind(), call.collection().columns(), view -> row(call, view)));
    }

    @GET
    @Path(OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam EndpointCall call) {
        ObjectQuery query = ObjectQuery.read(call.semp(), call.collection().columns());
        EndpointView view = call.existing(administration(call));
        Response unchanged = call.preconditions().unchanged(view.version());
        return unchanged == null ? answer(query, call, view) : unchanged;
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam EndpointCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), call.collection().columns(), problems);
        ConfigBody body = new ConfigBody(JsonText.readObject(json), problems)
                .requireSame(EndpointCollection.VPN_NAME, call.vpn());
        String name = body.required(
                call.collection().nameAttribute(),
                "the name of the new " + call.kind().text(),
                EndpointName::ofNew);
        EndpointSettings settings = body.applyTo(EndpointSettings.defaults(call.kind()), EndpointSettings::with);
        problems.throwIfAny();
        return answer(query, call, vpn.createEndpoint(call.kind(), name, settings, List.of()));
    }

    @PUT
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@BeanParam EndpointCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), call.collection().columns(), problems);
        EndpointSettings settings = body(call, JsonText.readObject(json), problems)
                .applyTo(EndpointSettings.defaults(call.kind()), EndpointSettings::with);
        problems.throwIfAny();
        return answer(query, call, NewestVersion.on(() -> replaceOrCreate(vpn, call, settings)));
    }

    @PATCH
    @Path(OBJECT)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam EndpointCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        return NewestVersion.on(() -> {
            EndpointView view = call.existing(vpn);
            Problems problems = new Problems();
            ObjectQuery query = ObjectQuery.read(call.semp(), call.collection().columns(), problems);
            EndpointSettings settings = body(call, body, problems).applyTo(view.settings(), EndpointSettings::with);
            problems.throwIfAny();
            return answer(query, call, change(vpn, call, view, settings));
        });
    }

    @DELETE
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam EndpointCall call) {
        VpnAdministration vpn = administration(call);
        call.semp().requireNoParameters();
        return NewestVersion.on(() -> {
            EndpointView view = call.existing(vpn);
            call.preconditions().require(view.version());
            vpn.deleteEndpoint(call.kind(), call.name(), view.version());
            return SempAnswers.done(call.semp());
        });
    }

    private static EndpointView replaceOrCreate(VpnAdministration vpn, EndpointCall call, EndpointSettings settings) {
        Optional<EndpointView> existing = vpn.endpoint(call.kind(), call.name());
        if (existing.isPresent()) {
            return change(vpn, call, existing.get(), settings);
        }
        call.preconditions().requireMissing();
        EndpointName.ofNew(call.name());
        return vpn.createEndpoint(call.kind(), call.name(), settings, List.of());
    }

    private static EndpointView change(
            VpnAdministration vpn, EndpointCall call, EndpointView view, EndpointSettings settings) {
        call.preconditions().require(view.version());
        return vpn.changeEndpoint(call.kind(), call.name(), settings, view.version());
    }

    private static ConfigBody body(EndpointCall call, Map<String, @Nullable Object> json, Problems problems) {
        return new ConfigBody(json, problems)
                .requireSame(EndpointCollection.VPN_NAME, call.vpn())
                .requireSame(call.collection().nameAttribute(), call.name());
    }

    private VpnAdministration administration(EndpointCall call) {
        return source.broker().administration(call.vpn());
    }

    private static Response answer(ObjectQuery query, EndpointCall call, EndpointView view) {
        return query.answer(row(call, view))
                .tag(Preconditions.tag(view.version()))
                .build();
    }

    private static Row row(EndpointCall call, EndpointView view) {
        return new Row(view.name(), call.collection().attributes(call.vpn(), view), call.links("config", view.name()));
    }
}
