package io.reprise.broker.web;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.model.vpn.VpnName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** A broker in memory with VPNs {@code default} and {@code other}. */
public final class FakeBroker implements Broker {
    private final ConcurrentSkipListMap<String, FakeVpn> vpns = new ConcurrentSkipListMap<>();
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<String, HealthCheck> health = new ConcurrentSkipListMap<>();
    private String metrics = "# HELP reprise_up\nreprise_up 1\n";

    public FakeBroker() {
        vpns.put("default", new FakeVpn("default", VpnSettings.DEFAULTS));
        vpns.put("other", new FakeVpn("other", VpnSettings.DEFAULTS));
        for (String part : List.of("adapter", "database", "committer.default", "committer.other")) {
            reportHealth(new HealthCheck(part, true, "works"));
        }
    }

    public FakeVpn fakeVpn(String name) {
        FakeVpn vpn = vpns.get(name);
        if (vpn == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + name + "' does not exist");
        }
        return vpn;
    }

    public void forgetHealth(String name) {
        health.remove(name);
    }

    public void failMetrics() {
        metrics = "";
    }

    @Override
    public MessageVpn vpn(String name) {
        return fakeVpn(name);
    }

    /** The rules that say what a client may are the engine's; whom they turn away is set by {@link FakeVpn#turnAway}. */
    @Override
    public MessageVpn vpn(String name, ClientIdentity client) {
        fakeVpn(name).connect(client);
        return fakeVpn(name);
    }

    @Override
    public List<String> vpnNames() {
        return List.copyOf(vpns.keySet());
    }

    @Override
    public VpnAdministration administration(String vpnName) {
        return fakeVpn(vpnName);
    }

    @Override
    public VpnView createVpn(VpnName name, VpnSettings settings) {
        if (vpns.containsKey(name.text())) {
            throw new BrokerException(ErrorCode.ALREADY_EXISTS, "VPN '" + name + "' exists already");
        }
        FakeVpn vpn = new FakeVpn(name.text(), settings);
        vpns.put(name.text(), vpn);
        return vpn.vpn();
    }

    @Override
    public void deleteVpn(String name, long expectedVersion) {
        FakeVpn vpn = fakeVpn(name);
        vpn.requireVersion(expectedVersion);
        if (vpn.endpointCount(EndpointKind.QUEUE) > 0) {
            throw new BrokerException(ErrorCode.NOT_ALLOWED, "deletion of VPN '" + name + "': [queues]");
        }
        vpns.remove(name);
    }

    @Override
    public BrokerDefinitions definitions() {
        return new FakeDefinitions(this);
    }

    @Override
    public List<HealthCheck> health() {
        return List.copyOf(health.values());
    }

    @Override
    public void reportHealth(HealthCheck check) {
        health.put(check.name(), check);
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> maker) {
        return type.cast(shared.computeIfAbsent(type, none -> maker.get()));
    }

    @Override
    public void writeMetrics(OutputStream out) throws IOException {
        if (metrics.isEmpty()) {
            throw new IllegalStateException("secret of the inside");
        }
        out.write(metrics.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close(Duration drain) {}
}
