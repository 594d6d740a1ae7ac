package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** The sparse index of a stretch of the log: how much of each entry still lives [LOG.md L16, L17]. */
@Entity
@Table(name = "entry_block")
@IdClass(EntryBlock.Key.class)
public class EntryBlock {
    @Id
    private String vpn = "";

    @Id
    private long firstCommitNo;

    private byte[] content = {};

    /** For the persistence provider. */
    public EntryBlock() {}

    public EntryBlock(String vpn, long firstCommitNo, byte[] content) {
        this.vpn = vpn;
        this.firstCommitNo = firstCommitNo;
        this.content = content;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** The first entry it tells of. */
    public long firstCommitNo() {
        return firstCommitNo;
    }

    /** The index, encoded. */
    public byte[] content() {
        return content;
    }

    /** What names a row. */
    public record Key(String vpn, long firstCommitNo) implements Serializable {}
}
