package io.reprise.broker.model.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A transaction branch prepared and not decided [LOG.md L26]. */
@Entity
@Table(name = "prepared_branch")
@IdClass(PreparedBranch.Key.class)
public class PreparedBranch {
    @Id
    private String vpn = "";

    @Id
    private int formatId;

    @Id
    private byte[] gtrid = {};

    @Id
    private byte[] bqual = {};

    private long asOf;

    private long prepareCommitNo;

    private byte[] content = {};

    /** For the persistence provider. */
    public PreparedBranch() {}

    public PreparedBranch(
            String vpn, int formatId, byte[] gtrid, byte[] bqual, long asOf, long prepareCommitNo, byte[] content) {
        this.vpn = vpn;
        this.formatId = formatId;
        this.gtrid = gtrid;
        this.bqual = bqual;
        this.asOf = asOf;
        this.prepareCommitNo = prepareCommitNo;
        this.content = content;
    }

    /** The VPN's name. */
    public String vpn() {
        return vpn;
    }

    /** Of the Xid. */
    public int formatId() {
        return formatId;
    }

    /** Global transaction id, 1–64 bytes. */
    public byte[] gtrid() {
        return gtrid;
    }

    /** Branch qualifier, 0–64 bytes. */
    public byte[] bqual() {
        return bqual;
    }

    /** The commit it contains. */
    public long asOf() {
        return asOf;
    }

    /** The entry that prepared it. */
    public long prepareCommitNo() {
        return prepareCommitNo;
    }

    /** The branch, encoded. */
    public byte[] content() {
        return content;
    }

    /** What names a row. */
    public record Key(String vpn, int formatId, byte[] gtrid, byte[] bqual) implements Serializable {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key
                    && vpn.equals(key.vpn)
                    && formatId == key.formatId
                    && Arrays.equals(gtrid, key.gtrid)
                    && Arrays.equals(bqual, key.bqual);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(gtrid) + Arrays.hashCode(bqual);
        }
    }
}
