package io.reprise.broker.ra.fake;

import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.xa.BranchRegistry;
import io.reprise.broker.ra.xa.VpnAccess;
import java.util.List;
import java.util.stream.Stream;

/**
 * The way to a VPN in memory.
 *
 * @param others those that its broker has too
 */
public record MemoryAccess(MessageVpn vpn, BranchRegistry branches, List<? extends MessageVpn> others)
        implements VpnAccess {
    public MemoryAccess(MessageVpn vpn, BranchRegistry branches) {
        this(vpn, branches, List.of());
    }

    @Override
    public String name() {
        return vpn.name();
    }

    @Override
    public List<String> vpnNames() {
        return Stream.concat(Stream.of(vpn), others.stream())
                .map(MessageVpn::name)
                .toList();
    }

    @Override
    public VpnAccess sibling(String vpnName) {
        return others.stream()
                .filter(other -> other.name().equals(vpnName))
                .map(other -> new MemoryAccess(other, branches))
                .findFirst()
                .orElseThrow();
    }
}
