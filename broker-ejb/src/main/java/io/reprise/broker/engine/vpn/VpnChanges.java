package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import java.util.List;

/** The change an administrator can make to a VPN's own settings, as {@link EndpointChanges} are made [LOG.md L6]. */
final class VpnChanges {
    private final VpnCore core;

    VpnChanges(VpnCore core) {
        this.core = core;
    }

    /** What is on the endpoints stays, whatever the new quota. */
    void change(VpnSettings settings, long expectedVersion) {
        core.configure(state -> {
                    VpnConfig before = core.directory().vpn();
                    requireVersion(before, expectedVersion);
                    VpnConfig after = before.withSettings(settings);
                    return new ConfigurationPlan(
                            List.of(),
                            writes -> writes.update(after.row()),
                            () -> core.directory().put(after));
                })
                .await()
                .orThrow();
    }

    /** @param expectedVersion -1 for any */
    static void requireVersion(VpnConfig vpn, long expectedVersion) {
        if (expectedVersion >= 0 && vpn.row().version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    "VPN '" + vpn.row().name() + "'",
                    "version " + expectedVersion,
                    "the current version, " + vpn.row().version());
        }
    }
}
