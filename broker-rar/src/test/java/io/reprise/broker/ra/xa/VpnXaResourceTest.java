package io.reprise.broker.ra.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.ra.fake.ForeignResource;
import io.reprise.broker.ra.fake.MemoryAccess;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.Xids;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class VpnXaResourceTest {
    private static final CommitOutcome FULL =
            new CommitOutcome.Rejected(ErrorCode.QUEUE_QUOTA_EXCEEDED, "queue 'q' full");
    private static final CommitOutcome UNKNOWN = new CommitOutcome.Unknown("database lost");
    private static final Xid XID = Xids.of("1");

    private final MemoryVpn vpn = new MemoryVpn("default");
    private final BranchRegistry registry = new BranchRegistry();
    private final Worker worker = new Worker();
    private final VpnXaResource resource = VpnXaResource.of(new MemoryAccess(vpn, registry), worker);
    private final VpnXaResource recovery = VpnXaResource.forRecovery(new MemoryAccess(vpn, registry));

    @Test
    void commitsInOnePhaseWithoutPrepare() throws Exception {
        work();

        resource.commit(Xids.of("1"), true);

        assertThat(vpn.calls()).containsExactly("commit");
        assertThat(vpn.published()).hasSize(1);
        assertThat(worker.told).containsExactly("join", "leave", "settled COMMITTED");
        assertThat(registry.size()).isZero();
    }

    @Test
    void saysRollbackWhenAOnePhaseCommitIsRefused() throws Exception {
        work();
        vpn.script(FULL);

        assertXaError(XAException.XA_RBROLLBACK, () -> resource.commit(XID, true))
                .hasMessageContaining("queue 'q' full");
        assertThat(worker.told).contains("returned ROLLED_BACK");
        assertThat(registry.size()).isZero();
    }

    @Test
    void saysResourceFailureWhenAOnePhaseCommitIsUnknown() throws Exception {
        work();
        vpn.script(UNKNOWN);

        assertXaError(XAException.XAER_RMFAIL, () -> resource.commit(XID, true));
        assertThat(worker.told).contains("returned OUTCOME_UNKNOWN");
        assertThat(registry.size()).isZero();
    }

    @Test
    void takesAnExceptionOutOfTheEngineForUnknownAndThrowsXaExceptionsOnly() throws Exception {
        work();
        vpn.script(() -> {
            throw new IllegalStateException("bug");
        });

        assertXaError(XAException.XAER_RMFAIL, () -> resource.commit(XID, true)).hasMessageContaining("bug");
    }

    @Test
    void takesAnErrorOutOfTheEngineForUnknownToo() throws Exception {
        work();
        vpn.script(() -> {
            throw new OutOfMemoryError("bug");
        });

        assertXaError(XAException.XAER_RMFAIL, () -> resource.prepare(XID));
    }

    @Test
    void saysRollbackWhenTheEngineIsNotReachedBeforeAnythingWasAsked() throws Exception {
        VpnXaResource cut = VpnXaResource.of(unreachable(), worker);
        cut.start(XID, XAResource.TMNOFLAGS);
        worker.publish("x");
        cut.end(XID, XAResource.TMSUCCESS);

        assertXaError(XAException.XA_RBROLLBACK, () -> cut.commit(XID, true));
    }

    @Test
    void preparesAndCommitsInTwoPhases() throws Exception {
        work();

        int vote = resource.prepare(XID);
        resource.commit(Xids.of("1"), false);

        assertThat(vote).isEqualTo(XAResource.XA_OK);
        assertThat(vpn.calls()).containsExactly("prepare", "commitPrepared");
        assertThat(worker.told).endsWith("settled COMMITTED");
        assertThat(registry.size()).isZero();
    }

    @Test
    void votesReadOnlyWithNothingToDo() throws Exception {
        resource.start(XID, XAResource.TMNOFLAGS);
        resource.end(XID, XAResource.TMSUCCESS);

        assertThat(resource.prepare(XID)).isEqualTo(XAResource.XA_RDONLY);
        assertThat(vpn.calls()).isEmpty();
        assertThat(registry.size()).isZero();
    }

    @Test
    void saysRollbackWhenAPrepareIsRefusedAndNeedsNoRollbackThen() throws Exception {
        work();
        vpn.script(FULL);

        assertXaError(XAException.XA_RBROLLBACK, () -> resource.prepare(XID));
        assertThat(worker.told).endsWith("returned ROLLED_BACK");
        assertThat(registry.size()).isZero();
    }

    @Test
    void rollsAPrepareOfUnknownOutcomeBackInTheEngine() throws Exception {
        work();
        vpn.script(UNKNOWN);
        assertXaError(XAException.XAER_RMFAIL, () -> resource.prepare(XID));

        resource.rollback(XID);

        assertThat(vpn.calls()).containsExactly("prepare", "rollbackPrepared");
        assertThat(worker.told).endsWith("returned ROLLED_BACK");
    }

    @Test
    void returnsItsWorkWhenNeitherPrepareNorRollbackIsKnown() throws Exception {
        work();
        vpn.script(UNKNOWN);
        vpn.script(UNKNOWN);
        assertXaError(XAException.XAER_RMFAIL, () -> resource.prepare(XID));

        assertXaError(XAException.XAER_RMFAIL, () -> resource.rollback(XID));
        assertThat(worker.told).endsWith("returned OUTCOME_UNKNOWN");
        assertThat(registry.size()).isZero();
    }

    @Test
    void retriesASecondPhaseOfUnknownOutcomeUntilItIsKnownCommitted() throws Exception {
        work();
        resource.prepare(XID);
        vpn.script(UNKNOWN);
        assertXaError(XAException.XAER_RMFAIL, () -> resource.commit(XID, false));

        vpn.script(new CommitOutcome.Rejected(ErrorCode.XA_UNKNOWN_BRANCH, "it was committed the first time"));
        recovery.commit(Xids.of("1"), false);

        assertThat(worker.told).endsWith("settled COMMITTED");
        assertThat(registry.size()).isZero();
    }

    @Test
    void neverSaysRollbackInTheSecondPhase() throws Exception {
        work();
        resource.prepare(XID);
        vpn.script(FULL);

        assertXaError(XAException.XAER_RMFAIL, () -> resource.commit(XID, false));
        resource.commit(XID, false);

        assertThat(vpn.published()).hasSize(1);
    }

    @Test
    void rollsAPreparedBranchBackWithTheEngineReturningItsDeliveries() throws Exception {
        work();
        resource.prepare(XID);

        resource.rollback(XID);

        assertThat(vpn.preparedBranches()).isEmpty();
        assertThat(worker.told).endsWith("settled ROLLED_BACK");
    }

    @Test
    void rollsBackWithoutAskingTheEngineWhatItNeverHeardOf() throws Exception {
        work();

        resource.rollback(XID);

        assertThat(vpn.calls()).isEmpty();
        assertThat(worker.told).endsWith("returned ROLLED_BACK");
    }

    @Test
    void doesNotCommitABranchThatEndedWithFailure() throws Exception {
        resource.start(XID, XAResource.TMNOFLAGS);
        worker.publish("x");
        resource.end(XID, XAResource.TMFAIL);

        assertXaError(XAException.XA_RBROLLBACK, () -> resource.commit(XID, true));
        assertThat(vpn.calls()).isEmpty();
    }

    @Test
    void letsASecondResourceOfTheVpnJoin() throws Exception {
        Worker other = new Worker();
        VpnXaResource second = VpnXaResource.of(new MemoryAccess(vpn, registry), other);
        work();

        second.start(Xids.of("1"), XAResource.TMJOIN);
        other.publish("of the other");
        second.end(XID, XAResource.TMSUCCESS);
        resource.commit(XID, true);

        assertThat(resource.isSameRM(second)).isTrue();
        assertThat(vpn.published()).hasSize(2);
        assertThat(other.told).endsWith("settled COMMITTED");
    }

    @Test
    void isNotTheSameResourceManagerAsAnotherVpnOrAForeignOne() {
        MemoryVpn other = new MemoryVpn("other");

        assertThat(resource.isSameRM(VpnXaResource.forRecovery(new MemoryAccess(other, registry))))
                .isFalse();
        assertThat(resource.isSameRM(new ForeignResource())).isFalse();
    }

    @Test
    void keepsBranchesOfDifferentVpnsApartThoughTheirXidsAreEqual() throws Exception {
        MemoryVpn other = new MemoryVpn("other");
        VpnXaResource second = VpnXaResource.of(new MemoryAccess(other, registry), new Worker());
        work();

        second.start(XID, XAResource.TMNOFLAGS);

        assertThat(registry.size()).isEqualTo(2);
    }

    @Test
    void refusesTheSameXidTwiceAndAnUnknownOneToJoin() throws Exception {
        work();

        assertXaError(XAException.XAER_DUPID, () -> resource.start(XID, XAResource.TMNOFLAGS));
        assertXaError(XAException.XAER_NOTA, () -> resource.start(Xids.of("2"), XAResource.TMJOIN));
        assertXaError(XAException.XAER_NOTA, () -> resource.prepare(Xids.of("2")));
    }

    @Test
    void refusesWorkOnceItIsPrepared() throws Exception {
        work();
        resource.prepare(XID);

        assertXaError(XAException.XAER_PROTO, () -> resource.start(XID, XAResource.TMJOIN));
    }

    @Test
    void refusesASecondPhaseBeforeTheFirst() throws Exception {
        work();

        assertXaError(XAException.XAER_PROTO, () -> resource.commit(XID, false));
        resource.commit(XID, true);

        assertThat(vpn.published()).hasSize(1);
    }

    @Test
    void decidesBranchesOfAnEarlierLife() throws Exception {
        work();
        resource.prepare(XID);
        BranchRegistry nextLife = new BranchRegistry();
        VpnXaResource fresh = VpnXaResource.forRecovery(new MemoryAccess(vpn, nextLife));

        Xid[] found = fresh.recover(XAResource.TMSTARTRSCAN);
        fresh.commit(found[0], false);

        assertThat(found).hasSize(1);
        assertThat(fresh.recover(XAResource.TMENDRSCAN)).isEmpty();
        assertThat(vpn.published()).hasSize(1);
        assertXaError(XAException.XAER_NOTA, () -> fresh.commit(found[0], false));
        assertXaError(XAException.XAER_NOTA, () -> fresh.rollback(found[0]));
    }

    @Test
    void saysResourceFailureWhileTheEngineIsAway() {
        VpnXaResource cut = VpnXaResource.forRecovery(unreachable());

        assertXaError(XAException.XAER_RMFAIL, () -> cut.recover(XAResource.TMSTARTRSCAN));
        assertXaError(XAException.XAER_RMFAIL, () -> cut.commit(XID, false));
        assertXaError(XAException.XAER_RMFAIL, () -> cut.rollback(XID));
    }

    @Test
    void concludesAForgottenBranchSoThatALateCommitDoesNothing() throws Exception {
        work();
        Branch branch = java.util.Objects.requireNonNull(worker.branch());

        BranchState state = branch.conclude();

        assertThat(state).isEqualTo(BranchState.ROLLED_BACK);
        assertThat(worker.told).endsWith("returned ROLLED_BACK");
        assertXaError(XAException.XAER_NOTA, () -> resource.commit(XID, true));
        assertThat(vpn.published()).isEmpty();
    }

    @Test
    void leavesNothingBehindWhenAParticipantDoesNotJoin() {
        VpnXaResource refusing = VpnXaResource.of(new MemoryAccess(vpn, registry), new RefusingWorker());

        assertXaError(XAException.XAER_RMERR, () -> refusing.start(XID, XAResource.TMNOFLAGS));
        assertThat(registry.size()).isZero();
    }

    private void work() throws XAException {
        resource.start(XID, XAResource.TMNOFLAGS);
        worker.publish("x");
        resource.end(XID, XAResource.TMSUCCESS);
    }

    private VpnAccess unreachable() {
        return new VpnAccess() {
            @Override
            public String name() {
                return "default";
            }

            @Override
            public io.reprise.broker.model.vpn.MessageVpn vpn() {
                throw new BrokerException(ErrorCode.VPN_STARTING, "not there yet");
            }

            @Override
            public BranchRegistry branches() {
                return registry;
            }

            @Override
            public java.util.List<String> vpnNames() {
                return java.util.List.of("default");
            }

            @Override
            public VpnAccess sibling(String vpnName) {
                throw new AssertionError(vpnName);
            }
        };
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertXaError(
            int code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(code));
    }

    private static final class RefusingWorker implements BranchParticipant {
        @Override
        public void join(Branch branch) {
            throw new IllegalStateException("joined to another");
        }

        @Override
        public void leave() {}

        @Override
        public void settled(Branch branch) {}

        @Override
        public void returned(Branch branch) {}
    }
}
