package io.reprise.broker.ra.fake;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.VpnName;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A broker in memory with the VPN {@code default}, and others on demand. Thread-safe. */
public final class MemoryBroker implements Broker {
    private final Map<String, MemoryVpn> vpns = new TreeMap<>();
    private final Map<String, HealthCheck> health = new TreeMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final List<Duration> closings = new ArrayList<>();

    public MemoryBroker() {
        createVpn(DEFAULT_VPN);
    }

    public synchronized MemoryVpn createVpn(String name) {
        return vpns.computeIfAbsent(name, MemoryVpn::new);
    }

    @Override
    public synchronized MemoryVpn vpn(String name) {
        MemoryVpn vpn = vpns.get(name);
        if (vpn == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + name + "' does not exist");
        }
        return vpn;
    }

    /** Access rules are the engine's. */
    @Override
    public MemoryVpn vpn(String name, ClientIdentity client) {
        return vpn(name);
    }

    @Override
    public synchronized List<String> vpnNames() {
        return List.copyOf(vpns.keySet());
    }

    /** No adapter asks for them. */
    @Override
    public BrokerDefinitions definitions() {
        throw new UnsupportedOperationException("definitions");
    }

    @Override
    public synchronized VpnView createVpn(VpnName name, VpnSettings settings) {
        createVpn(name.text());
        return new VpnView(name.text(), 1, settings, 1);
    }

    @Override
    public synchronized void deleteVpn(String name, long expectedVersion) {
        vpn(name);
        vpns.remove(name);
    }

    @Override
    public VpnAdministration administration(String vpnName) {
        return new MemoryAdministration(vpn(vpnName));
    }

    @Override
    public synchronized List<HealthCheck> health() {
        return List.copyOf(health.values());
    }

    /** The check of that name. */
    public synchronized HealthCheck health(String name) {
        return java.util.Objects.requireNonNull(health.get(name), name);
    }

    @Override
    public synchronized void reportHealth(HealthCheck check) {
        health.put(check.name(), check);
    }

    @Override
    public synchronized <T> T shared(Class<T> type, Supplier<T> maker) {
        if (!shared.containsKey(type)) { // no computeIfAbsent: a maker asks for others
            shared.put(type, maker.get());
        }
        return type.cast(shared.get(type));
    }

    @Override
    public void writeMetrics(OutputStream out) {}

    @Override
    public synchronized void close(Duration drain) {
        closings.add(drain);
    }

    /** With which drain it was closed, each time. */
    public synchronized List<Duration> closings() {
        return List.copyOf(closings);
    }
}
