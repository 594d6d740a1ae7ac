package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** An endpoint's sums as of a commit. */
@Entity
@Table(name = "endpoint_total")
@IdClass(EndpointTotal.Key.class)
public class EndpointTotal {
    @Id
    private String vpn = "";

    @Id
    private long endpointId;

    private long asOf;

    private long generation;

    private long msgCount;

    private long sizeBytes;

    private byte[] horizons = new byte[0];

    private byte[] replay = new byte[0];

    /** For the persistence provider. */
    public EndpointTotal() {}

    public EndpointTotal(
            String vpn,
            long endpointId,
            long asOf,
            long generation,
            long msgCount,
            long sizeBytes,
            byte[] horizons,
            byte[] replay) {
        this.vpn = vpn;
        this.endpointId = endpointId;
        this.asOf = asOf;
        this.generation = generation;
        this.msgCount = msgCount;
        this.sizeBytes = sizeBytes;
        this.horizons = horizons;
        this.replay = replay;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Whose. */
    public long endpointId() {
        return endpointId;
    }

    /** The commit it contains. */
    public long asOf() {
        return asOf;
    }

    /** The backlog of its last replay's copies; 0 if there was none. */
    public long generation() {
        return generation;
    }

    /** Messages spooled. */
    public long msgCount() {
        return msgCount;
    }

    /** Their bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Up to which ids messages may have been presented, in the form of the engine's state [LOG.md L24]; empty if none. */
    public byte[] horizons() {
        return horizons;
    }

    /** Its backlogs and the facts of its replay, in the form of the engine's state; empty if it was never replayed. */
    public byte[] replay() {
        return replay;
    }

    /** What names a row. */
    public record Key(String vpn, long endpointId) implements Serializable {}
}
