package io.reprise.broker.web.health;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

/**
 * Offers the broker's health to a server that has MicroProfile Health (spec 5.6), and does nothing in any other. The server makes it
 * and calls it once for each deployment, before the deployment starts.
 */
public final class MicroProfileHealth implements Extension {
    /** The server lets applications see it if it has the subsystem, and not otherwise. */
    private static final String API = "org.eclipse.microprofile.health.HealthCheck";

    void offerProcedures(@Observes AfterBeanDiscovery discovery) {
        if (isThere()) {
            HealthProcedures.offer(discovery);
        }
    }

    private static boolean isThere() {
        try {
            Class.forName(API, false, MicroProfileHealth.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
