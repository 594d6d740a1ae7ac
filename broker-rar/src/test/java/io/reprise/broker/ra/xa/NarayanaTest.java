package io.reprise.broker.ra.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.ra.fake.ForeignResource;
import io.reprise.broker.ra.fake.MemoryAccess;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.TestTransactions;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What WildFly's transaction manager really does with the resource. */
class NarayanaTest {
    private final TransactionManager manager = TestTransactions.manager();
    private final MemoryVpn vpn = new MemoryVpn("default");
    private final BranchRegistry registry = new BranchRegistry();
    private final Worker bean = new Worker();
    private final Worker connection = new Worker();
    private final VpnXaResource ofBean = VpnXaResource.of(new MemoryAccess(vpn, registry), bean);
    private final VpnXaResource ofConnection = VpnXaResource.of(new MemoryAccess(vpn, registry), connection);

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(registry.size()).isZero();
    }

    @Test
    void commitsInOnePhaseWhenAlone() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");

        manager.commit();

        assertThat(vpn.calls()).containsExactly("commit");
        assertThat(bean.told).endsWith("settled COMMITTED");
    }

    @Test
    void joinsDeliveryAndSendsInOneBranchThatCommitsInOnePhase() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        manager.getTransaction().enlistResource(ofConnection);
        bean.publish("x");
        connection.publish("y");

        manager.commit();

        assertThat(vpn.calls()).containsExactly("commit");
        assertThat(vpn.published()).hasSize(2);
        assertThat(connection.told).endsWith("settled COMMITTED");
    }

    @Test
    void preparesWithAForeignResource() throws Exception {
        ForeignResource database = new ForeignResource();
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        manager.getTransaction().enlistResource(database);
        manager.getTransaction().enlistResource(ofConnection);
        bean.publish("x");
        connection.publish("y");

        manager.commit();

        assertThat(vpn.calls()).containsExactly("prepare", "commitPrepared");
        assertThat(database.asked).endsWith("prepare", "commit");
    }

    @Test
    void rollsBackThePreparedBranchWhenTheForeignResourceRefuses() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        manager.getTransaction().enlistResource(new ForeignResource().refusingToPrepare());
        bean.publish("x");

        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(vpn.published()).isEmpty();
        assertThat(vpn.preparedBranches()).isEmpty();
        assertThat(bean.told).last().asString().endsWith("ROLLED_BACK");
    }

    @Test
    void keepsTwoVpnsInTwoBranches() throws Exception {
        MemoryVpn other = new MemoryVpn("other");
        Worker elsewhere = new Worker();
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        manager.getTransaction().enlistResource(VpnXaResource.of(new MemoryAccess(other, registry), elsewhere));
        bean.publish("x");
        elsewhere.publish("y");

        manager.commit();

        assertThat(vpn.calls()).containsExactly("prepare", "commitPrepared");
        assertThat(other.calls()).containsExactly("prepare", "commitPrepared");
    }

    @Test
    void tellsTheApplicationThatARefusedCommitIsARollback() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");
        vpn.script(new CommitOutcome.Rejected(ErrorCode.QUEUE_QUOTA_EXCEEDED, "queue 'q' full"));

        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(bean.told).endsWith("returned ROLLED_BACK");
    }

    @Test
    void doesNotTellTheApplicationThatAnUnknownCommitIsACommit() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");
        vpn.script(() -> {
            throw new IllegalStateException("bug");
        });

        assertThatThrownBy(manager::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(bean.told).endsWith("returned OUTCOME_UNKNOWN");
    }

    @Test
    void suspendsAndResumesWithoutDoubtAboutWhatIsInTheBranch() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");
        var suspended = manager.suspend();
        manager.resume(suspended);
        bean.publish("y");

        manager.commit();

        assertThat(vpn.published()).hasSize(2);
    }

    @Test
    void reEnlistsAResourceThatWasDelisted() throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");
        manager.getTransaction().delistResource(ofBean, javax.transaction.xa.XAResource.TMSUCCESS);
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("y");

        manager.commit();

        assertThat(vpn.calls()).containsExactly("commit");
        assertThat(vpn.published()).hasSize(2);
    }

    @Test
    void isRolledBackByTheReaperWhileTheApplicationStillRuns() throws Exception {
        manager.setTransactionTimeout(1);
        manager.begin();
        manager.setTransactionTimeout(0);
        manager.getTransaction().enlistResource(ofBean);
        bean.publish("x");

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(bean.told).contains("returned ROLLED_BACK"));

        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        assertThat(vpn.calls()).isEmpty();
    }
}
