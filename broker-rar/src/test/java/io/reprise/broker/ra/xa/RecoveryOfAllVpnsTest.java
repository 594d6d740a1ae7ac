package io.reprise.broker.ra.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.ra.fake.MemoryAccess;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.Xids;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The server recovers by a connection factory, which is one VPN's, what beans have done in all of them. */
class RecoveryOfAllVpnsTest {
    private static final CommitOutcome DOWN = new CommitOutcome.Rejected(ErrorCode.VPN_DOWN, "down");

    private final MemoryVpn home = new MemoryVpn("default");
    private final MemoryVpn orders = new MemoryVpn("orders");
    private final BranchRegistry registry = new BranchRegistry();
    private final Worker worker = new Worker();
    private final VpnXaResource factory =
            VpnXaResource.of(new MemoryAccess(home, registry, List.of(orders)), new Worker());
    private final VpnXaResource bean = VpnXaResource.of(new MemoryAccess(orders, registry), worker);

    @Test
    void listsAndCommitsTheBranchesOfEveryVpn() throws Exception {
        prepareOfAnEarlierLife(home, "1");
        prepareOfAnEarlierLife(orders, "2");

        Xid[] found = factory.recover(XAResource.TMSTARTRSCAN);
        for (Xid xid : found) {
            factory.commit(xid, false);
        }

        assertThat(found).hasSize(2);
        assertThat(home.published()).hasSize(1);
        assertThat(orders.published()).hasSize(1);
        assertThat(factory.recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }

    @Test
    void rollsBackWhatAnotherVpnHasPrepared() throws Exception {
        prepareOfAnEarlierLife(orders, "2");

        factory.rollback(factory.recover(XAResource.TMSTARTRSCAN)[0]);

        assertThat(orders.published()).isEmpty();
        assertThat(orders.preparedBranches()).isEmpty();
    }

    @Test
    void tellsTheBeanOfAnotherVpnWhoseBranchItDecides() throws Exception {
        work();
        bean.prepare(Xids.of("2"));

        factory.commit(factory.recover(XAResource.TMSTARTRSCAN)[0], false);

        assertThat(worker.told).endsWith("settled COMMITTED");
        assertThat(registry.size()).isZero();
    }

    /** Else the transaction manager would forget a decision whose branch it just didn't see, and undo that branch later. */
    @Test
    void listsNothingIfOneVpnCantTell() throws Exception {
        prepareOfAnEarlierLife(home, "1");
        orders.failListings(new BrokerException(ErrorCode.VPN_STARTING, "recovering"));

        assertXaError(XAException.XAER_RMFAIL, () -> factory.recover(XAResource.TMSTARTRSCAN));
        assertThat(VpnXaResource.forRecovery(new MemoryAccess(home, registry)).recover(XAResource.TMSTARTRSCAN))
                .as("listed by the resource of its own VPN")
                .hasSize(1);
    }

    @Test
    void aVpnThatWasDeletedHasNoBranches() throws Exception {
        prepareOfAnEarlierLife(home, "1");
        orders.failListings(new BrokerException(ErrorCode.NOT_FOUND, "VPN 'orders' does not exist"));

        assertThat(factory.recover(XAResource.TMSTARTRSCAN)).hasSize(1);
    }

    @Test
    void doesNotCallABranchUnknownWhileOneVpnCantTell() throws Exception {
        factory.recover(XAResource.TMSTARTRSCAN);
        orders.script(DOWN);

        assertXaError(XAException.XAER_RMFAIL, () -> factory.commit(Xids.of("2"), false));
        assertXaError(XAException.XAER_NOTA, () -> factory.commit(Xids.of("2"), false));
    }

    @Test
    void asksItsOwnVpnAloneWhileItIsNotForRecovery() {
        orders.script(DOWN);

        assertXaError(XAException.XAER_NOTA, () -> factory.commit(Xids.of("2"), false));
        assertThat(orders.calls()).isEmpty();
    }

    @Test
    void isNotTheResourceThatListsOneVpn() {
        VpnXaResource ofOne = VpnXaResource.forRecovery(new MemoryAccess(home, registry));

        assertThat(factory.isSameRM(ofOne)).isFalse();
        assertThat(ofOne.isSameRM(factory)).isFalse();
        assertThat(ofOne.isSameRM(VpnXaResource.forRecovery(new MemoryAccess(home, registry))))
                .isTrue();
    }

    private void work() throws XAException {
        bean.start(Xids.of("2"), XAResource.TMNOFLAGS);
        worker.publish("x");
        bean.end(Xids.of("2"), XAResource.TMSUCCESS);
    }

    private static void prepareOfAnEarlierLife(MemoryVpn vpn, String id) throws XAException {
        Worker earlier = new Worker();
        VpnXaResource resource = VpnXaResource.of(new MemoryAccess(vpn, new BranchRegistry()), earlier);
        resource.start(Xids.of(id), XAResource.TMNOFLAGS);
        earlier.publish("x");
        resource.end(Xids.of(id), XAResource.TMSUCCESS);
        resource.prepare(Xids.of(id));
    }

    private static void assertXaError(int code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(code));
    }
}
