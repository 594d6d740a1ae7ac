package io.reprise.broker.model.vpn;

import io.reprise.broker.model.management.VpnAdministration;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The broker of this server: its VPNs, and what says how it fares. A plain, thread-safe object; any thread may call it. */
public interface Broker {
    /** The name of the VPN that exists from the first start on. */
    String DEFAULT_VPN = "default";

    /**
     * A VPN by name, for publishing and consuming. It may be recovering: its own methods say so.
     *
     * @throws io.reprise.broker.model.error.BrokerException if there is none of that name
     */
    MessageVpn vpn(String name);

    /** The names of all VPNs, sorted. */
    List<String> vpnNames();

    /**
     * The same VPN, for administrators.
     *
     * @throws io.reprise.broker.model.error.BrokerException if there is none of that name
     */
    VpnAdministration administration(String vpnName);

    /** One line for each thing that must work. Never touches the database; at most one second old. */
    List<HealthCheck> health();

    /** Lets the adapter (or another part) say how it fares; a later one of the same name replaces it. */
    void reportHealth(HealthCheck check);

    /**
     * What those share who work with this broker, one of each type, made by whoever asks first: a server starts several adapters from
     * one archive, one for each place that configures it.
     */
    <T> T shared(Class<T> type, Supplier<T> maker);

    /** Writes every metric as Prometheus text. */
    void writeMetrics(OutputStream out) throws IOException;

    /**
     * Ends this broker: no new presentations, running settlements get up to {@code drain}, then the committers stop and
     * connections close. Called by the adapter's {@code stop} (the last adapter's, if there are several), which comes last [LOG.md L29]; a second call does nothing.
     */
    void close(Duration drain);
}
