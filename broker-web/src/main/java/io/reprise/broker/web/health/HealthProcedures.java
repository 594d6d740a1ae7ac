package io.reprise.broker.web.health;

import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.web.broker.JndiBrokerSource;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/**
 * {@code /reprise/health/live} and {@code /reprise/health/ready} as procedures of MicroProfile Health (spec 5.6). Not to be loaded where
 * the server hasn't got it. The server's management calls them, on its own threads.
 */
final class HealthProcedures {
    private HealthProcedures() {}

    static void offer(AfterBeanDiscovery discovery) {
        BrokerHealth health = new BrokerHealth(new JndiBrokerSource());
        discovery.addBean(new ProcedureBean(Liveness.Literal.INSTANCE, HealthProcedures::live));
        discovery.addBean(new ProcedureBean(Readiness.Literal.INSTANCE, () -> ready(health.checks())));
    }

    static HealthCheckResponse live() {
        return new HealthCheckResponse("reprise-live", Status.UP, Optional.empty());
    }

    /**
     * Each part with its state. Why one is down is not said: most servers' management answers such questions without a password, and
     * reasons are for users (spec 5.4).
     */
    static HealthCheckResponse ready(List<HealthCheck> checks) {
        Map<String, Object> states = new TreeMap<>();
        checks.forEach(check -> states.put(check.name(), status(check.up()).name()));
        return new HealthCheckResponse("reprise-ready", status(BrokerHealth.up(checks)), Optional.of(states));
    }

    private static Status status(boolean up) {
        return up ? Status.UP : Status.DOWN;
    }
}
