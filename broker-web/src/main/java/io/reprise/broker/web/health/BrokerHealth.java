package io.reprise.broker.web.health;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.web.broker.BrokerSource;
import java.util.ArrayList;
import java.util.List;

/**
 * What readiness is made of, for whoever asks: HTTP and, where the server has it, MicroProfile Health (spec 5.6). Thread-safe, and
 * doesn't touch the database.
 */
final class BrokerHealth {
    /** Parts that must have reported: one that never started reports nothing [WILDFLY.md 19]. */
    private static final List<String> REQUIRED = List.of("adapter", "database");

    private static final String COMMITTER = "committer.";

    private final BrokerSource source;

    BrokerHealth(BrokerSource source) {
        this.source = source;
    }

    /** Every part, those too that are missing; one check that is down while there is no broker. */
    List<HealthCheck> checks() {
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

    static boolean up(List<HealthCheck> checks) {
        return checks.stream().allMatch(HealthCheck::up);
    }
}
