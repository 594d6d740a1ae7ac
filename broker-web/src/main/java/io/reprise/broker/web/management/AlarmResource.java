package io.reprise.broker.web.management;

import io.reprise.broker.model.management.AlarmView;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.Row;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The alarms of a VPN on this server: those that hold, and the last that ended (spec 5.6). */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class AlarmResource {
    static final Columns COLUMNS = Columns.none()
            .and(EndpointCollection.VPN_NAME, String.class)
            .and("alarmName", String.class)
            .and("subject", String.class)
            .and("detail", String.class)
            .and("whatToDo", String.class)
            .and("active", Boolean.class)
            .and("since", Long.class)
            .and("cleared", Long.class);

    private final BrokerSource source;

    public AlarmResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path("monitor/msgVpns/{vpn}/alarms")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response list(@BeanParam VpnCall call) {
        Broker broker = source.broker();
        broker.vpn(call.vpn());
        Alarms alarms = broker.shared(Alarms.class, Alarms::new);
        String link = call.link("monitor", "alarms");
        return ListQuery.answer(
                call.semp(),
                new RowListing(
                        COLUMNS,
                        alarms.list(call.vpn()).stream()
                                .map(alarm -> row(link, alarm))
                                .toList()));
    }

    /** Its name is its alarm, its subject and its beginning: no two have the same. */
    private static Row row(String link, AlarmView alarm) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, alarm.vpnName());
        attributes.put("alarmName", alarm.code().slug());
        attributes.put("subject", alarm.subject());
        attributes.put("detail", alarm.detail());
        attributes.put("whatToDo", alarm.code().whatToDo());
        attributes.put("active", alarm.cleared().isEmpty());
        attributes.put("since", alarm.since().getEpochSecond());
        attributes.put("cleared", alarm.cleared().map(Instant::getEpochSecond).orElse(0L));
        String name = alarm.code().slug() + " " + alarm.subject() + " " + alarm.since();
        return new Row(name, attributes, Map.of("uri", link));
    }
}
