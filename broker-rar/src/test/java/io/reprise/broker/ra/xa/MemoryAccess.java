package io.reprise.broker.ra.xa;

import io.reprise.broker.model.vpn.MessageVpn;

/** The way to a VPN in memory. */
record MemoryAccess(MessageVpn vpn) implements VpnAccess {
    @Override
    public String name() {
        return vpn.name();
    }
}
