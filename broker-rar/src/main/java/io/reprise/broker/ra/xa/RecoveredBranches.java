package io.reprise.broker.ra.xa;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The branches that recovery lists and decides, of one VPN or of all. A transaction manager takes a branch for done that is not in the list of a
 * resource manager it has reached: if not all VPNs can tell, none does. Thread-safe.
 */
final class RecoveredBranches {
    private static final Logger LOG = System.getLogger(RecoveredBranches.class.getName());

    private final VpnAccess home;
    private final boolean ofAllVpns;

    /** @param home the VPN, or the first that is asked */
    RecoveredBranches(VpnAccess home, boolean ofAllVpns) {
        this.home = home;
        this.ofAllVpns = ofAllVpns;
    }

    /** What one VPN is asked for a branch that this adapter has in its hands. */
    private interface OfLive {
        void decide(BranchDecision decision, Branch branch, Xid xid) throws XAException;
    }

    Xid[] list() throws XAException {
        List<Xid> all = new ArrayList<>(preparedIn(home));
        // Asked for after the home VPN, which is served only once all VPNs are known.
        for (VpnAccess other : others()) {
            all.addAll(preparedIn(other));
        }
        return all.toArray(Xid[]::new);
    }

    private static List<Xid> preparedIn(VpnAccess vpn) throws XAException {
        try {
            return vpn.vpn().preparedBranches();
        } catch (BrokerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return List.of();
            }
            throw cantTell(vpn, e);
        } catch (RuntimeException e) {
            throw cantTell(vpn, e);
        }
    }

    private static XAException cantTell(VpnAccess vpn, RuntimeException cause) {
        return XaFailure.quietly(XAException.XAER_RMFAIL, "prepared branches of VPN " + vpn.name(), cause);
    }

    void commit(Xid xid) throws XAException {
        decide(xid, "commit", BranchDecision::commitPrepared, BranchDecision::commitRecovered);
    }

    void rollback(Xid xid) throws XAException {
        decide(xid, "rollback", BranchDecision::rollback, BranchDecision::rollbackRecovered);
    }

    /** {@code XAER_NOTA} only if no VPN has it. */
    private void decide(Xid xid, String what, OfLive ofLive, BiFunction<BranchDecision, Xid, CommitOutcome> ofEarlier)
            throws XAException {
        XAException refusal = null;
        List<VpnAccess> vpns = new ArrayList<>(List.of(home));
        vpns.addAll(others());
        for (VpnAccess vpn : vpns) {
            BranchDecision decision = new BranchDecision(vpn);
            Branch live = live(vpn, xid);
            if (live != null) {
                ofLive.decide(decision, live, xid);
                return;
            }
            CommitOutcome outcome = ofEarlier.apply(decision, xid);
            if (outcome instanceof Stored) {
                LOG.log(Level.INFO, "recovered branch {0} {1}: {2}", BranchName.of(vpn.name(), xid), what, outcome);
                return;
            }
            refusal = worse(refusal, vpn, xid, outcome);
        }
        throw refusal == null ? XaFailure.of(XAException.XAER_NOTA, "branch of no VPN") : refusal;
    }

    private static @Nullable Branch live(VpnAccess vpn, Xid xid) throws XAException {
        try {
            return vpn.branches().find(vpn.name(), xid);
        } catch (RuntimeException e) {
            throw XaFailure.of(XAException.XAER_RMFAIL, "VPN " + vpn.name(), e);
        }
    }

    private static XAException worse(@Nullable XAException before, VpnAccess vpn, Xid xid, CommitOutcome outcome) {
        if (before != null && before.errorCode == XAException.XAER_RMFAIL) {
            return before;
        }
        int code = isUnknown(outcome) ? XAException.XAER_NOTA : XAException.XAER_RMFAIL;
        return XaFailure.of(code, BranchName.of(vpn.name(), xid), outcome);
    }

    /** A VPN that doesn't exist has no branches either. */
    private static boolean isUnknown(CommitOutcome outcome) {
        return BranchDecision.isUnknownBranch(outcome)
                || outcome instanceof Rejected rejected && rejected.code() == ErrorCode.NOT_FOUND;
    }

    private List<VpnAccess> others() throws XAException {
        if (!ofAllVpns) {
            return List.of();
        }
        try {
            return home.vpnNames().stream()
                    .filter(name -> !name.equals(home.name()))
                    .map(home::sibling)
                    .toList();
        } catch (RuntimeException e) {
            throw XaFailure.quietly(XAException.XAER_RMFAIL, "VPNs of the broker", e);
        }
    }
}
