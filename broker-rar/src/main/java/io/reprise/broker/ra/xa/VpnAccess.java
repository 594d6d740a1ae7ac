package io.reprise.broker.ra.xa;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.List;

/** The way to a VPN whose engine may not be there yet, or no more. Thread-safe. */
public interface VpnAccess {
    /** The VPN's name; the identity of the resource manager. */
    String name();

    /**
     * The VPN.
     *
     * @throws io.reprise.broker.model.error.BrokerException if the engine or the VPN is not there; then nothing was done
     */
    MessageVpn vpn();

    /** The branches of this broker's adapters that are not done; errors as for the VPN. */
    BranchRegistry branches();

    /** The names of all VPNs of the broker; errors as for the VPN. */
    List<String> vpnNames();

    /** The way to another VPN of the same broker, which need not exist. */
    VpnAccess sibling(String vpnName);

    /** Whether the other one leads to the same broker; false if either leads nowhere now. */
    default boolean isSameBroker(VpnAccess other) {
        try {
            return branches() == other.branches();
        } catch (BrokerException e) {
            return false;
        }
    }
}
