package io.reprise.broker.ra.xa;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.vpn.MessageVpn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Turns what a transaction manager asks into an operation of the engine, and the engine's outcome into what XA allows to say [LOG.md
 * L25]: before the second phase a definite no is {@code XA_RBROLLBACK} and not knowing {@code XAER_RMFAIL}; in the second phase only
 * {@code XAER_RMFAIL}, so that recovery tries again, or success. A branch that the engine has never heard of, or not any more, is
 * {@code XAER_NOTA}: Narayana's recovery takes it for done, which with a durable prepare it is.
 */
final class BranchDecision {
    private static final Logger LOG = System.getLogger(BranchDecision.class.getName());
    private static final Set<BranchState> FILLED = EnumSet.of(BranchState.ACTIVE, BranchState.ROLLBACK_ONLY);
    private static final Set<BranchState> UNDECIDED = EnumSet.of(
            BranchState.ACTIVE, BranchState.ROLLBACK_ONLY, BranchState.PREPARED, BranchState.PREPARE_UNKNOWN);

    private final VpnAccess access;

    BranchDecision(VpnAccess access) {
        this.access = access;
    }

    void commitOnePhase(Branch branch) throws XAException {
        beginFirstPhase(branch);
        if (branch.unit().isEmpty()) {
            branch.settle(BranchState.COMMITTED);
            return;
        }
        CommitOutcome outcome = ask(vpn -> vpn.commit(branch.unit()));
        LOG.log(Level.DEBUG, "branch {0} in one phase: {1}", branch.id(), outcome);
        if (outcome instanceof Stored) {
            branch.settle(BranchState.COMMITTED);
            return;
        }
        boolean no = outcome instanceof Rejected;
        branch.giveUp(no ? BranchState.ROLLED_BACK : BranchState.OUTCOME_UNKNOWN);
        throw XaFailure.of(no ? XAException.XA_RBROLLBACK : XAException.XAER_RMFAIL, branch.id(), outcome);
    }

    int prepare(Branch branch, Xid xid) throws XAException {
        beginFirstPhase(branch);
        if (branch.unit().isEmpty()) {
            branch.settle(BranchState.COMMITTED);
            return XAResource.XA_RDONLY;
        }
        CommitOutcome outcome = ask(vpn -> vpn.prepare(xid, branch.unit()));
        LOG.log(Level.DEBUG, "branch {0} prepare: {1}", branch.id(), outcome);
        if (outcome instanceof Stored) {
            branch.undecided(BranchState.PREPARED);
            return XAResource.XA_OK;
        }
        if (outcome instanceof Rejected) {
            branch.giveUp(BranchState.ROLLED_BACK);
            throw XaFailure.of(XAException.XA_RBROLLBACK, branch.id(), outcome);
        }
        branch.undecided(BranchState.PREPARE_UNKNOWN);
        throw XaFailure.of(XAException.XAER_RMFAIL, branch.id(), outcome);
    }

    void commitPrepared(Branch branch, Xid xid) throws XAException {
        begin(branch, Set.of(BranchState.PREPARED));
        boolean triedBefore = branch.commitTried();
        CommitOutcome outcome = ask(vpn -> vpn.commitPrepared(xid));
        LOG.log(Level.DEBUG, "branch {0} commit: {1}", branch.id(), outcome);
        if (outcome instanceof Stored || (isUnknownBranch(outcome) && triedBefore)) {
            branch.settle(BranchState.COMMITTED);
        } else if (isUnknownBranch(outcome)) {
            branch.settle(BranchState.OUTCOME_UNKNOWN);
            throw XaFailure.of(XAException.XAER_NOTA, branch.id(), outcome);
        } else {
            branch.undecided(BranchState.PREPARED);
            throw XaFailure.of(XAException.XAER_RMFAIL, branch.id(), outcome);
        }
    }

    void rollback(Branch branch, Xid xid) throws XAException {
        switch (begin(branch, UNDECIDED)) {
            case PREPARED -> rollbackPrepared(branch, xid);
            case PREPARE_UNKNOWN -> rollbackPerhapsPrepared(branch, xid);
            default -> branch.giveUp(BranchState.ROLLED_BACK);
        }
    }

    /** For a branch of an earlier life, or of one that this adapter has forgotten: what the engine says. */
    CommitOutcome commitRecovered(Xid xid) {
        return ask(vpn -> vpn.commitPrepared(xid));
    }

    CommitOutcome rollbackRecovered(Xid xid) {
        return ask(vpn -> vpn.rollbackPrepared(xid));
    }

    private void rollbackPrepared(Branch branch, Xid xid) throws XAException {
        CommitOutcome outcome = ask(vpn -> vpn.rollbackPrepared(xid));
        if (outcome instanceof Stored) {
            branch.settle(BranchState.ROLLED_BACK);
        } else if (isUnknownBranch(outcome)) {
            branch.settle(BranchState.OUTCOME_UNKNOWN);
            throw XaFailure.of(XAException.XAER_NOTA, branch.id(), outcome);
        } else {
            branch.undecided(BranchState.PREPARED);
            throw XaFailure.of(XAException.XAER_RMFAIL, branch.id(), outcome);
        }
    }

    /** If it was prepared after all and this fails, recovery finds it as one without a decision and rolls it back. */
    private void rollbackPerhapsPrepared(Branch branch, Xid xid) throws XAException {
        CommitOutcome outcome = ask(vpn -> vpn.rollbackPrepared(xid));
        if (outcome instanceof Stored) {
            branch.settle(BranchState.ROLLED_BACK);
        } else if (isUnknownBranch(outcome)) {
            branch.giveUp(BranchState.ROLLED_BACK);
        } else {
            branch.giveUp(BranchState.OUTCOME_UNKNOWN);
            throw XaFailure.of(XAException.XAER_RMFAIL, branch.id(), outcome);
        }
    }

    private void beginFirstPhase(Branch branch) throws XAException {
        if (begin(branch, FILLED) == BranchState.ROLLBACK_ONLY) {
            branch.giveUp(BranchState.ROLLED_BACK);
            throw XaFailure.of(XAException.XA_RBROLLBACK, "branch " + branch.id() + " is marked for rollback");
        }
    }

    private static BranchState begin(Branch branch, Set<BranchState> from) throws XAException {
        BranchState before = branch.beginDecision(from);
        if (!from.contains(before)) {
            int code = before == BranchState.DECIDING ? XAException.XAER_RMFAIL : XAException.XAER_PROTO;
            throw XaFailure.of(code, "branch " + branch.id() + " is " + before + ", allowed: " + from);
        }
        return before;
    }

    /** Not reaching the engine is a definite no; anything thrown once it was asked means not knowing. */
    private CommitOutcome ask(Function<MessageVpn, CommitOutcome> question) {
        MessageVpn vpn;
        try {
            vpn = access.vpn();
        } catch (BrokerException e) {
            return new Rejected(e.code(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return new Rejected(ErrorCode.VPN_DOWN, "VPN " + access.name() + ": " + e);
        }
        try {
            return question.apply(vpn);
        } catch (RuntimeException | Error e) {
            return new Unknown("VPN " + access.name() + " failed: " + e);
        }
    }

    static boolean isUnknownBranch(CommitOutcome outcome) {
        return outcome instanceof Rejected rejected && rejected.code() == ErrorCode.XA_UNKNOWN_BRANCH;
    }
}
