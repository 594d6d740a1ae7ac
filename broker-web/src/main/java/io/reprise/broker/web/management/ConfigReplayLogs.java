package io.reprise.broker.web.management;

import io.reprise.broker.model.management.ReplayLogName;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
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

/** The replay log of a VPN, of which there is one at most (spec 2.1): made, changed and deleted as endpoints are. */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class ConfigReplayLogs {
    private static final String COLLECTION = "config/msgVpns/{vpn}/" + ReplayLogCall.SEGMENT;
    private static final String OBJECT = COLLECTION + "/{log}";

    private final BrokerSource source;

    public ConfigReplayLogs(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam ReplayLogCall call) {
        return ListQuery.answer(
                call.semp(),
                new RowListing(
                        ReplayLogCall.columns(),
                        administration(call).replayLogView().stream()
                                .map(view -> row(call, view))
                                .toList()));
    }

    @GET
    @Path(OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam ReplayLogCall call) {
        ObjectQuery query = ObjectQuery.read(call.semp(), ReplayLogCall.columns());
        ReplayLogView view = call.existing(administration(call));
        Response unchanged = call.preconditions().unchanged(view.version());
        return unchanged == null ? answer(query, call, view) : unchanged;
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam ReplayLogCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), ReplayLogCall.columns(), problems);
        ConfigBody body = new ConfigBody(JsonText.readObject(json), problems)
                .requireSame(EndpointCollection.VPN_NAME, call.vpn());
        String name = body.required(ReplayLogCall.NAME, "the name of the new replay log", ReplayLogName::of);
        ReplayLogSettings settings = body.applyTo(ReplayLogSettings.DEFAULTS, ReplayLogSettings::with);
        problems.throwIfAny();
        return answer(query, call, vpn.createReplayLog(name, settings));
    }

    @PUT
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@BeanParam ReplayLogCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), ReplayLogCall.columns(), problems);
        ReplayLogSettings settings = body(call, JsonText.readObject(json), problems)
                .applyTo(ReplayLogSettings.DEFAULTS, ReplayLogSettings::with);
        problems.throwIfAny();
        return answer(query, call, NewestVersion.on(() -> replaceOrCreate(vpn, call, settings)));
    }

    @PATCH
    @Path(OBJECT)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam ReplayLogCall call, InputStream json) {
        VpnAdministration vpn = administration(call);
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        return NewestVersion.on(() -> {
            ReplayLogView view = call.existing(vpn);
            Problems problems = new Problems();
            ObjectQuery query = ObjectQuery.read(call.semp(), ReplayLogCall.columns(), problems);
            ReplayLogSettings settings = body(call, body, problems).applyTo(view.settings(), ReplayLogSettings::with);
            problems.throwIfAny();
            return answer(query, call, change(vpn, call, view, settings));
        });
    }

    /** The messages in it go too; what an endpoint still owes stays on the endpoint. */
    @DELETE
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam ReplayLogCall call) {
        VpnAdministration vpn = administration(call);
        call.semp().requireNoParameters();
        return NewestVersion.on(() -> {
            ReplayLogView view = call.existing(vpn);
            call.preconditions().require(view.version());
            vpn.deleteReplayLog(call.name(), view.version());
            return SempAnswers.done(call.semp());
        });
    }

    private static ReplayLogView replaceOrCreate(
            VpnAdministration vpn, ReplayLogCall call, ReplayLogSettings settings) {
        Optional<ReplayLogView> existing =
                vpn.replayLogView().filter(view -> view.name().equals(call.name()));
        if (existing.isPresent()) {
            return change(vpn, call, existing.get(), settings);
        }
        call.preconditions().requireMissing();
        return vpn.createReplayLog(call.name(), settings);
    }

    private static ReplayLogView change(
            VpnAdministration vpn, ReplayLogCall call, ReplayLogView view, ReplayLogSettings settings) {
        call.preconditions().require(view.version());
        return vpn.changeReplayLog(call.name(), settings, view.version());
    }

    private static ConfigBody body(ReplayLogCall call, Map<String, @Nullable Object> json, Problems problems) {
        return new ConfigBody(json, problems)
                .requireSame(EndpointCollection.VPN_NAME, call.vpn())
                .requireSame(ReplayLogCall.NAME, call.name());
    }

    private VpnAdministration administration(ReplayLogCall call) {
        return source.broker().administration(call.vpn());
    }

    private static Response answer(ObjectQuery query, ReplayLogCall call, ReplayLogView view) {
        return query.answer(row(call, view))
                .tag(Preconditions.tag(view.version()))
                .build();
    }

    private static Row row(ReplayLogCall call, ReplayLogView view) {
        return new Row(
                view.name(),
                call.attributes(view),
                call.linksOfLog(List.of(ReplayLogFilters.SEGMENT), "config", view.name()));
    }
}
