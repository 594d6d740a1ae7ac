package io.reprise.broker.ra.fake;

import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.xa.BranchRegistry;
import io.reprise.broker.ra.xa.VpnAccess;

/** The way to a VPN in memory. */
public record MemoryAccess(MessageVpn vpn, BranchRegistry branches) implements VpnAccess {
    @Override
    public String name() {
        return vpn.name();
    }
}
