package io.reprise.broker.web.management;

import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.VpnName;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempAnswers;
import io.reprise.broker.web.semp.SempCall;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The VPNs there are (spec 1.1), and their settings. PATCH works on the version that was read, PUT replaces or creates. One is deleted
 * when nothing is left on it, {@code default} never.
 */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class ConfigVpns {
    private static final String COLLECTION = "config/msgVpns";
    private static final String OBJECT = COLLECTION + "/{vpn}";
    static final Columns COLUMNS = columns();

    private static final List<String> COLLECTIONS = List.of(
            "queues",
            "topicEndpoints",
            "replayLogs",
            "restDeliveryPoints",
            "aclProfiles",
            "clientUsernames",
            "definitions");

    private final BrokerSource source;

    public ConfigVpns(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(COLLECTION)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam VpnCall vpns) {
        SempCall call = vpns.semp();
        Broker broker = source.broker();
        return ListQuery.answer(
                call,
                new VpnListing(
                        broker.vpnNames(),
                        COLUMNS,
                        name -> row(call, broker.administration(name).vpn())));
    }

    @GET
    @Path(OBJECT)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@BeanParam VpnCall call) {
        ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS);
        VpnView view = source.broker().administration(call.vpn()).vpn();
        Response unchanged = preconditions(call).unchanged(view.version());
        return unchanged == null ? answer(query, call.semp(), view) : unchanged;
    }

    @POST
    @Path(COLLECTION)
    @RolesAllowed(Roles.ADMIN)
    public Response create(@BeanParam VpnCall vpns, InputStream json) {
        SempCall call = vpns.semp();
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call, COLUMNS, problems);
        ConfigBody body = new ConfigBody(JsonText.readObject(json), problems);
        String name = body.required(EndpointCollection.VPN_NAME, "the name of the new VPN", VpnName::of);
        VpnSettings settings = body.applyTo(VpnSettings.DEFAULTS, VpnSettings::with);
        problems.throwIfAny();
        return answer(query, call, source.broker().createVpn(VpnName.of(name), settings));
    }

    @PUT
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response replace(@BeanParam VpnCall call, InputStream json) {
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS, problems);
        VpnSettings settings = new ConfigBody(JsonText.readObject(json), problems)
                .requireSame(EndpointCollection.VPN_NAME, call.vpn())
                .applyTo(VpnSettings.DEFAULTS, VpnSettings::with);
        problems.throwIfAny();
        return answer(query, call.semp(), NewestVersion.on(() -> replaceOrCreate(call, settings)));
    }

    private VpnView replaceOrCreate(VpnCall call, VpnSettings settings) {
        Broker broker = source.broker();
        if (broker.vpnNames().contains(call.vpn())) {
            return change(broker.administration(call.vpn()), call, settings);
        }
        preconditions(call).requireMissing();
        return broker.createVpn(VpnName.of(call.vpn()), settings);
    }

    private static VpnView change(VpnAdministration vpn, VpnCall call, VpnSettings settings) {
        VpnView view = vpn.vpn();
        preconditions(call).require(view.version());
        return vpn.changeVpn(settings, view.version());
    }

    @PATCH
    @Path(OBJECT)
    @Conditional
    @Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
    @RolesAllowed(Roles.ADMIN)
    public Response change(@BeanParam VpnCall call, InputStream json) {
        VpnAdministration vpn = source.broker().administration(call.vpn());
        Map<String, @Nullable Object> body = JsonText.readObject(json);
        return NewestVersion.on(() -> {
            VpnView view = vpn.vpn();
            Problems problems = new Problems();
            ObjectQuery query = ObjectQuery.read(call.semp(), COLUMNS, problems);
            VpnSettings settings = new ConfigBody(body, problems)
                    .requireSame(EndpointCollection.VPN_NAME, call.vpn())
                    .applyTo(view.settings(), VpnSettings::with);
            problems.throwIfAny();
            preconditions(call).require(view.version());
            return answer(query, call.semp(), vpn.changeVpn(settings, view.version()));
        });
    }

    private static Preconditions preconditions(VpnCall call) {
        return call.preconditions("VPN '" + call.vpn() + "'");
    }

    private static Response answer(ObjectQuery query, SempCall call, VpnView view) {
        return query.answer(row(call, view))
                .tag(Preconditions.tag(view.version()))
                .build();
    }

    @DELETE
    @Path(OBJECT)
    @Conditional
    @RolesAllowed(Roles.ADMIN)
    public Response delete(@BeanParam VpnCall call) {
        call.semp().requireNoParameters();
        return NewestVersion.on(() -> {
            Broker broker = source.broker();
            VpnView view = broker.administration(call.vpn()).vpn();
            preconditions(call).require(view.version());
            broker.deleteVpn(call.vpn(), view.version());
            return SempAnswers.done(call.semp());
        });
    }

    private static Columns columns() {
        Columns result = Columns.none().and(EndpointCollection.VPN_NAME, String.class);
        for (Map.Entry<String, Object> setting : VpnSettings.DEFAULTS.toMap().entrySet()) {
            result = result.and(setting.getKey(), setting.getValue().getClass());
        }
        return result;
    }

    private static Row row(SempCall call, VpnView vpn) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, vpn.name());
        attributes.putAll(vpn.settings().toMap());
        return new Row(vpn.name(), attributes, call.links(COLLECTIONS, "config", "msgVpns", vpn.name()));
    }
}
