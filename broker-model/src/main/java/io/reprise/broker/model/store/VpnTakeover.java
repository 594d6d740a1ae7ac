package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/**
 * A change of owner that happened, and the opening entry that it wrote. Those entries are never deleted: their slots are
 * the only ones in which a former owner could still try something new [LOG.md L7].
 */
@Entity
@Table(name = "vpn_takeover")
@IdClass(VpnTakeover.Key.class)
public class VpnTakeover {
    @Id
    private String vpn = "";

    @Id
    private long epoch;

    private long commitNo;

    private String node = "";

    private long since;

    /** For the persistence provider. */
    public VpnTakeover() {}

    public VpnTakeover(String vpn, long epoch, long commitNo, String node, long since) {
        this.vpn = vpn;
        this.epoch = epoch;
        this.commitNo = commitNo;
        this.node = node;
        this.since = since;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Number of the ownership that it began. */
    public long epoch() {
        return epoch;
    }

    /** The slot of its opening entry. */
    public long commitNo() {
        return commitNo;
    }

    /** Who took over, for people. */
    public String node() {
        return node;
    }

    /** When, ms by the database's clock. */
    public long since() {
        return since;
    }

    /** What names a row. */
    public record Key(String vpn, long epoch) implements Serializable {}
}
