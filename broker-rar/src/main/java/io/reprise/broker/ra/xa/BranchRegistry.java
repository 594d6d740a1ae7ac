package io.reprise.broker.ra.xa;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The branches of one adapter that are not done, so that every XAResource of a VPN, the recovery's too, means the same branch by the
 * same Xid: a delivery and the sends of its bean join one (isSameRM, TMJOIN). Thread-safe.
 */
public final class BranchRegistry {
    private final ConcurrentMap<BranchName, Branch> branches = new ConcurrentHashMap<>();

    /** How many are not done; a number that only grows is a leak. */
    public int size() {
        return branches.size();
    }

    /** A new branch, or null if there is one of that Xid. */
    @Nullable
    Branch create(String vpnName, Xid xid) {
        BranchName id = BranchName.of(vpnName, xid);
        Branch branch = new Branch(this, id);
        return branches.putIfAbsent(id, branch) == null ? branch : null;
    }

    @Nullable
    Branch find(String vpnName, Xid xid) {
        return branches.get(BranchName.of(vpnName, xid));
    }

    void forget(Branch branch) {
        branches.remove(branch.id(), branch);
    }
}
