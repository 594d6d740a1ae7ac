package io.reprise.broker.ra.xa;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The XAResource of a VPN for one participant, or for none (recovery). What it prepares, commits and rolls back is found by the Xid
 * alone, so any instance of a VPN may decide any branch of it. One by which a whole connection factory is recovered stands for all VPNs
 * then: the server gives recovery one for each connection factory, not for each VPN. Throws XAException only [LOG.md L25]. Transaction timeouts are the
 * transaction manager's. Called by one thread at a time for one branch; the reaper's may roll back while the application's still runs.
 */
public final class VpnXaResource implements XAResource {
    private final VpnAccess access;
    private final @Nullable BranchParticipant participant;
    private final BranchDecision decision;
    private final RecoveredBranches ofThisVpn;
    private final RecoveredBranches listed;
    /** Once it has listed branches it decides those it has listed. */
    private volatile boolean recovering;

    private volatile @Nullable BranchRegistry registry;

    private VpnXaResource(VpnAccess access, @Nullable BranchParticipant participant) {
        this.access = access;
        this.participant = participant;
        this.decision = new BranchDecision(access);
        this.ofThisVpn = new RecoveredBranches(access, false);
        this.listed = new RecoveredBranches(access, participant != null);
    }

    /** One that takes part; asked by recovery, it lists and decides the branches of all VPNs. */
    public static VpnXaResource of(VpnAccess access, BranchParticipant participant) {
        return new VpnXaResource(access, participant);
    }

    /** One that decides and lists this VPN's branches but takes part in none; it holds nothing, so scans leak nothing. */
    public static VpnXaResource forRecovery(VpnAccess access) {
        return new VpnXaResource(access, null);
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        if ((flags & (TMJOIN | TMRESUME)) == 0) {
            begin(xid);
        } else {
            join(find(xid), xid);
        }
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        try {
            requireParticipant().leave();
        } catch (RuntimeException e) {
            throw XaFailure.of(XAException.XAER_RMERR, "branch " + BranchName.of(access.name(), xid) + " not left", e);
        }
        Branch branch = find(xid);
        if (branch != null && (flags & TMFAIL) != 0) {
            branch.markRollbackOnly();
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        Branch branch = find(xid);
        if (branch == null) {
            throw failure(XAException.XAER_NOTA, xid, "is not known");
        }
        return decision.prepare(branch, xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        Branch branch = find(xid);
        if (branch == null && onePhase) {
            throw failure(XAException.XAER_NOTA, xid, "is not known");
        }
        if (branch == null) {
            earlier().commit(xid);
        } else if (onePhase) {
            decision.commitOnePhase(branch);
        } else {
            decision.commitPrepared(branch, xid);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        Branch branch = find(xid);
        if (branch == null) {
            earlier().rollback(xid);
        } else {
            decision.rollback(branch, xid);
        }
    }

    /** The engine keeps no heuristic outcome. */
    @Override
    public void forget(Xid xid) {}

    /** All of them with the first call of a scan; a scan is not more than that. */
    @Override
    public Xid[] recover(int flags) throws XAException {
        if ((flags & TMSTARTRSCAN) == 0) {
            return new Xid[0];
        }
        recovering = true;
        return listed.list();
    }

    private RecoveredBranches earlier() {
        return recovering ? listed : ofThisVpn;
    }

    /**
     * The resource manager is a VPN of this adapter [LOG.md L26]; foreign resources are asked about too [WILDFLY.md 9], and ours wrapped by the
     * server. What lists one VPN is not what lists all: recovery would take the shorter list for the newer one.
     */
    @Override
    public boolean isSameRM(XAResource other) {
        return WrappedResources.innermost(other) instanceof VpnXaResource that
                && access.name().equals(that.access.name())
                && (participant == null) == (that.participant == null)
                && access.isSameBroker(that.access);
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "VpnXaResource[" + access.name() + "]";
    }

    private @Nullable Branch find(Xid xid) throws XAException {
        return registry().find(access.name(), xid);
    }

    /** Once known it stays so, also for a delivery that outlives its adapter. */
    private BranchRegistry registry() throws XAException {
        BranchRegistry known = registry;
        if (known == null) {
            try {
                known = access.branches();
            } catch (RuntimeException e) {
                throw XaFailure.of(XAException.XAER_RMFAIL, "VPN " + access.name(), e);
            }
            registry = known;
        }
        return known;
    }

    private void begin(Xid xid) throws XAException {
        Branch branch = registry().create(access.name(), xid);
        if (branch == null) {
            throw failure(XAException.XAER_DUPID, xid, "exists");
        }
        boolean joined = false;
        try {
            join(branch, xid);
            joined = true;
        } finally {
            if (!joined) {
                registry().forget(branch);
            }
        }
    }

    private void join(@Nullable Branch branch, Xid xid) throws XAException {
        if (branch == null) {
            throw failure(XAException.XAER_NOTA, xid, "is not known");
        }
        try {
            if (!branch.admit(requireParticipant())) {
                throw failure(XAException.XAER_PROTO, xid, "is " + branch.state());
            }
        } catch (RuntimeException e) {
            throw XaFailure.of(XAException.XAER_RMERR, "branch " + branch.id() + " not joined", e);
        }
    }

    private BranchParticipant requireParticipant() throws XAException {
        if (participant == null) {
            throw XaFailure.of(XAException.XAER_PROTO, "a resource for recovery takes part in no transaction");
        }
        return participant;
    }

    private XAException failure(int code, Xid xid, String text) {
        return XaFailure.of(code, "branch " + BranchName.of(access.name(), xid) + " " + text);
    }
}
