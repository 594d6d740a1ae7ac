package io.reprise.broker.web.health;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the broker fares, in the JSON that MicroProfile Health has made usual (spec 5.6): 200 and {@code UP}, or 503 and {@code DOWN}
 * with the checks that say why. Liveness is open to everybody and asks nobody, least of all the database.
 */
@Path("health")
public final class HealthResource {
    /** Parts that must have reported: one that never started reports nothing [WILDFLY.md 19]. */
    private static final List<String> REQUIRED = List.of("adapter", "database");

    private static final String COMMITTER = "committer.";

    private final BrokerSource source;

    public HealthResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path("live")
    @PermitAll
    public Response live() {
        return answer(List.of());
    }

    @GET
    @Path("ready")
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR, Roles.CLIENT})
    public Response ready() {
        return answer(checks());
    }

    @GET
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR, Roles.CLIENT})
    public Response all() {
        return answer(checks());
    }

    private List<HealthCheck> checks() {
        try {
            Broker broker = source.broker();
            List<HealthCheck> checks = new ArrayList<>(broker.health());
            REQUIRED.forEach(name -> requireReport(checks, name));
            broker.vpnNames().forEach(vpn -> requireReport(checks, COMMITTER + vpn));
            return checks;
        } catch (BrokerException absent) {
            return List.of(new HealthCheck("broker", false, String.valueOf(absent.getMessage())));
        }
    }

    private static void requireReport(List<HealthCheck> checks, String name) {
        if (checks.stream().noneMatch(check -> check.name().equals(name))) {
            checks.add(new HealthCheck(name, false, "has not reported; it is not started"));
        }
    }

    private static Response answer(List<HealthCheck> checks) {
        boolean up = checks.stream().allMatch(HealthCheck::up);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", status(up));
        body.put("checks", checks.stream().map(HealthResource::toJson).toList());
        return Response.status(up ? 200 : 503)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(JsonText.writeObject(body))
                .build();
    }

    private static Map<String, Object> toJson(HealthCheck check) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", check.name());
        json.put("status", status(check.up()));
        json.put("data", Map.of("detail", check.detail()));
        return json;
    }

    private static String status(boolean up) {
        return up ? "UP" : "DOWN";
    }
}
