package io.reprise.broker.ra.environment;

import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.xa.BranchRegistry;
import io.reprise.broker.ra.xa.VpnAccess;
import java.util.List;

/** The adapter, as connections see it: each start gives it a new environment. */
public interface AdapterEnvironments {
    /**
     * The environment of this life.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code VPN_STARTING} if the adapter has not started
     */
    AdapterEnvironment environment();

    /** A VPN of the broker of this life, looked for each time it is used; the adapter need not have started yet. */
    default VpnAccess vpn(String name) {
        return new VpnAccess() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public MessageVpn vpn() {
                return environment().engine().broker().vpn(name);
            }

            @Override
            public BranchRegistry branches() {
                return environment().engine().commons().branches();
            }

            @Override
            public List<String> vpnNames() {
                return environment().engine().broker().vpnNames();
            }

            @Override
            public VpnAccess sibling(String vpnName) {
                return AdapterEnvironments.this.vpn(vpnName);
            }
        };
    }
}
