package io.reprise.broker.ra.xa;

import java.util.Arrays;
import java.util.HexFormat;
import javax.transaction.xa.Xid;

/**
 * The identity of a branch in one VPN, equal whoever made the Xid: transaction managers use different classes for one branch.
 *
 * @param vpnName the resource manager [LOG.md L26]
 */
record BranchId(String vpnName, int formatId, byte[] globalId, byte[] qualifier) {
    static BranchId of(String vpnName, Xid xid) {
        return new BranchId(vpnName, xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId that
                && formatId == that.formatId
                && Arrays.equals(globalId, that.globalId)
                && Arrays.equals(qualifier, that.qualifier)
                && vpnName.equals(that.vpnName);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(globalId) + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return formatId + ":" + hex.formatHex(globalId) + ":" + hex.formatHex(qualifier) + "@" + vpnName;
    }
}
