package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A stretch of one lane of an endpoint's backlog: a compressed set of message ids [LOG.md L14]. */
@Entity
@Table(name = "backlog")
@IdClass(BacklogRow.Key.class)
public class BacklogRow {
    @Id
    private String vpn = "";

    @Id
    private long endpointId;

    @Id
    private long generation;

    @Id
    private int lane;

    @Id
    private long base;

    private long asOf;

    private long endExclusive;

    private long adds;

    private long cardinality;

    private byte[] bits = {};

    /** For the persistence provider. */
    public BacklogRow() {}

    public BacklogRow(
            String vpn,
            long endpointId,
            long generation,
            int lane,
            long base,
            long asOf,
            long endExclusive,
            long adds,
            long cardinality,
            byte[] bits) {
        this.vpn = vpn;
        this.endpointId = endpointId;
        this.generation = generation;
        this.lane = lane;
        this.base = base;
        this.asOf = asOf;
        this.endExclusive = endExclusive;
        this.adds = adds;
        this.cardinality = cardinality;
        this.bits = bits;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Whose. */
    public long endpointId() {
        return endpointId;
    }

    /** Of which replay generation. */
    public long generation() {
        return generation;
    }

    /** Which lane, encoded. */
    public int lane() {
        return lane;
    }

    /** The lowest id the row may hold. */
    public long base() {
        return base;
    }

    /** The commit it contains. */
    public long asOf() {
        return asOf;
    }

    /** The first id it may not hold; 0 while it is the lane's last, open row. */
    public long endExclusive() {
        return endExclusive;
    }

    /** Ids ever added. */
    public long adds() {
        return adds;
    }

    /** Ids in it. */
    public long cardinality() {
        return cardinality;
    }

    /** The compressed bitmap, split at 8 KB. */
    public byte[] bits() {
        return bits;
    }

    /** What names a row. */
    public record Key(String vpn, long endpointId, long generation, int lane, long base) implements Serializable {}
}
