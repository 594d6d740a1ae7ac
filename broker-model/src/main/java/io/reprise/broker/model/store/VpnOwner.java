package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Who owns a VPN. A takeover raises the epoch; every writing transaction but the append touches this row first, and
 * finds out so that it lost the VPN [LOG.md L7, L8].
 */
@Entity
@Table(name = "vpn_owner")
public class VpnOwner {
    @Id
    private String vpn = "";

    private long epoch;

    private long touch;

    private String node = "";

    private long since;

    /** For the persistence provider. */
    public VpnOwner() {}

    public VpnOwner(String vpn, long epoch, long touch, String node, long since) {
        this.vpn = vpn;
        this.epoch = epoch;
        this.touch = touch;
        this.node = node;
        this.since = since;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Number of the ownership, from 1. */
    public long epoch() {
        return epoch;
    }

    /** Changed by every guarded transaction; its value means nothing. */
    public long touch() {
        return touch;
    }

    /** Who it is, for people. */
    public String node() {
        return node;
    }

    /** When it took over, ms by the database's clock. */
    public long since() {
        return since;
    }
}
