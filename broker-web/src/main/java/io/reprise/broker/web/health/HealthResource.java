package io.reprise.broker.web.health;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the broker fares, in the JSON that MicroProfile Health has made usual (spec 5.6): 200 and {@code UP}, or 503 and {@code DOWN}
 * with the checks that say why. Liveness is open to everybody and asks nobody, least of all the database.
 */
@Path("health")
public final class HealthResource {
    private final BrokerHealth health;

    public HealthResource(BrokerSource source) {
        this.health = new BrokerHealth(source);
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
        return answer(health.checks());
    }

    @GET
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR, Roles.CLIENT})
    public Response all() {
        return answer(health.checks());
    }

    private static Response answer(List<HealthCheck> checks) {
        boolean up = BrokerHealth.up(checks);
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
