package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.MessageVpn;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A broker of one VPN in memory, without an engine: what the face relies on, as the seam's contracts say. */
final class FakeBroker implements Broker {
    final FakeVpn vpn = new FakeVpn();

    @Override
    public MessageVpn vpn(String name) {
        requireDefault(name);
        return vpn;
    }

    @Override
    public List<String> vpnNames() {
        return List.of(DEFAULT_VPN);
    }

    @Override
    public VpnAdministration administration(String vpnName) {
        requireDefault(vpnName);
        return vpn.administration;
    }

    @Override
    public List<HealthCheck> health() {
        return List.of();
    }

    @Override
    public void reportHealth(HealthCheck check) {}

    @Override
    public <T> T shared(Class<T> type, Supplier<T> maker) {
        return maker.get();
    }

    @Override
    public void writeMetrics(OutputStream out) {}

    @Override
    public void close(Duration drain) {}

    private static void requireDefault(String name) {
        if (!name.equals(DEFAULT_VPN)) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + name + "' does not exist");
        }
    }
}
