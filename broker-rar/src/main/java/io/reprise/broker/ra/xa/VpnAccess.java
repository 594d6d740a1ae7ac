package io.reprise.broker.ra.xa;

import io.reprise.broker.model.vpn.MessageVpn;

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
}
