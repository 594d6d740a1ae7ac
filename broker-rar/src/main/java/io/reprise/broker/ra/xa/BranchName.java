package io.reprise.broker.ra.xa;

import io.reprise.broker.model.publish.BranchId;
import javax.transaction.xa.Xid;

/**
 * A branch among those of all VPNs.
 *
 * @param vpnName the resource manager [LOG.md L26]
 * @param id which of its branches
 */
record BranchName(String vpnName, BranchId id) {
    static BranchName of(String vpnName, Xid xid) {
        return new BranchName(vpnName, BranchId.of(xid));
    }

    @Override
    public String toString() {
        return id + "@" + vpnName;
    }
}
