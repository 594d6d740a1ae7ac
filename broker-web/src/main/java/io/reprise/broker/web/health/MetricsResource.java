package io.reprise.broker.web.health;

import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Every metric of the broker as Prometheus text (spec 5.6). */
@Path("metrics")
public final class MetricsResource {
    /** Prometheus text format 0.0.4. */
    static final String PROMETHEUS_TEXT = "text/plain;version=0.0.4;charset=utf-8";

    private final BrokerSource source;

    public MetricsResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response metrics() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        source.broker().writeMetrics(out);
        return Response.ok(out.toByteArray()).type(PROMETHEUS_TEXT).build();
    }
}
