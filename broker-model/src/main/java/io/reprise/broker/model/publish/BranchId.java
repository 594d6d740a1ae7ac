package io.reprise.broker.model.publish;

import java.util.Arrays;
import java.util.HexFormat;
import javax.transaction.xa.Xid;

/** A transaction branch's identifier by value, equal whoever made it: what any transaction manager's {@link Xid} is turned into. Immutable. */
public final class BranchId implements Xid {
    private final int formatId;
    private final byte[] globalTransactionId;
    private final byte[] branchQualifier;

    public BranchId(int formatId, byte[] globalTransactionId, byte[] branchQualifier) {
        this.formatId = formatId;
        this.globalTransactionId = globalTransactionId.clone();
        this.branchQualifier = branchQualifier.clone();
    }

    public static BranchId of(Xid xid) {
        return xid instanceof BranchId own
                ? own
                : new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    @Override
    public int getFormatId() {
        return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return globalTransactionId.clone();
    }

    @Override
    public byte[] getBranchQualifier() {
        return branchQualifier.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId that
                && formatId == that.formatId
                && Arrays.equals(globalTransactionId, that.globalTransactionId)
                && Arrays.equals(branchQualifier, that.branchQualifier);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * formatId + Arrays.hashCode(globalTransactionId)) + Arrays.hashCode(branchQualifier);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return formatId + ":" + hex.formatHex(globalTransactionId) + ":" + hex.formatHex(branchQualifier);
    }
}
