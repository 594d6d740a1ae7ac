package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/**
 * A piece of a large body or branch, stored by the sender's thread before the entry that makes it exist [LOG.md L4]. The
 * database also notes when it was created.
 */
@Entity
@Table(name = "body_chunk")
@IdClass(BodyChunk.Key.class)
public class BodyChunk {
    @Id
    private String vpn = "";

    @Id
    private long epoch;

    @Id
    private long upload;

    @Id
    private int chunkNo;

    private byte[] data = {};

    /** For the persistence provider. */
    public BodyChunk() {}

    public BodyChunk(String vpn, long epoch, long upload, int chunkNo, byte[] data) {
        this.vpn = vpn;
        this.epoch = epoch;
        this.upload = upload;
        this.chunkNo = chunkNo;
        this.data = data;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** The ownership that stored it. */
    public long epoch() {
        return epoch;
    }

    /** The upload's number within the epoch. */
    public long upload() {
        return upload;
    }

    /** The piece's place, from 0. */
    public int chunkNo() {
        return chunkNo;
    }

    /** At most 1 MiB; all but the last piece of an upload have that length. */
    public byte[] data() {
        return data;
    }

    /** What names a row. */
    public record Key(String vpn, long epoch, long upload, int chunkNo) implements Serializable {}
}
