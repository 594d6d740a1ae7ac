package io.reprise.broker.model.vpn;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
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
     * A VPN by name, for publishing and consuming, without access rules: for the broker's own parts. It may be recovering: its own methods
     * say so.
     *
     * @throws io.reprise.broker.model.error.BrokerException if there is none of that name
     */
    MessageVpn vpn(String name);

    /**
     * The same for a client: each of its methods refuses what the client may not by the VPN's access rules as they are then (spec 5.4),
     * with {@code ACCESS_DENIED}, and nothing has happened.
     *
     * @throws io.reprise.broker.model.error.BrokerException if there is none of that name, or {@code ACCESS_DENIED} if the client may
     *     not connect to it now
     */
    MessageVpn vpn(String name, ClientIdentity client);

    /** The names of all VPNs that are known here, sorted; before the database was reached the default one alone. */
    List<String> vpnNames();

    /**
     * The same VPN, for administrators.
     *
     * @throws io.reprise.broker.model.error.BrokerException if there is none of that name
     */
    VpnAdministration administration(String vpnName);

    /**
     * Creates a VPN, durable when this returns; it is served then, or soon after: its own methods say so.
     *
     * @return as it is stored
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}; nothing has changed
     */
    VpnView createVpn(VpnName name, VpnSettings settings);

    /**
     * Deletes a VPN on which nothing is left: no endpoint but its own dead message queue, no message, no prepared branch. Who is
     * connected to it loses it; a later one of the same name knows nothing of it.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, {@code VERSION_CONFLICT}, {@code NOT_ALLOWED} (the
     *     default one, or what is left on it, named), or as a change of a VPN that is not served here; nothing has changed
     */
    void deleteVpn(String name, long expectedVersion);

    /** Export and import of what is configured, for administrators. */
    BrokerDefinitions definitions();

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
