package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.VpnConfig;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;

/** What can be done to a VPN's own settings in a draft. The committer's thread. */
public final class VpnSteps {
    private final ConfigurationDraft draft;

    public VpnSteps(ConfigurationDraft draft) {
        this.draft = draft;
    }

    /** What is on the endpoints stays, whatever the new quota. */
    public VpnConfig change(VpnSettings settings, long expectedVersion) {
        VpnConfig before = draft.vpnConfig();
        requireVersion(before, expectedVersion);
        VpnConfig after = before.withSettings(settings);
        draft.put(after);
        return after;
    }

    /** @param expectedVersion -1 for any */
    public static void requireVersion(VpnConfig vpn, long expectedVersion) {
        if (expectedVersion >= 0 && vpn.row().version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    "VPN '" + vpn.row().name() + "'",
                    "version " + expectedVersion,
                    "the current version, " + vpn.row().version());
        }
    }
}
