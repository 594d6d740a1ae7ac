package io.reprise.broker.engine.endpoint;

import io.reprise.broker.engine.store.SettingsJson;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.management.VpnView;
import io.reprise.broker.model.store.Vpn;

/**
 * A VPN's own configuration. Immutable.
 *
 * @param row as stored
 * @param settings what it says
 */
public record VpnConfig(Vpn row, VpnSettings settings) {
    public static VpnConfig of(Vpn row) {
        return new VpnConfig(row, SettingsJson.readVpn(row.settings()));
    }

    public VpnConfig withSettings(VpnSettings changed) {
        return new VpnConfig(
                new Vpn(
                        row.name(),
                        row.origin(),
                        row.created(),
                        row.originCommitNo(),
                        SettingsJson.write(changed),
                        row.version() + 1),
                changed);
    }

    public VpnView view() {
        return new VpnView(row.name(), row.origin(), settings, row.version());
    }
}
