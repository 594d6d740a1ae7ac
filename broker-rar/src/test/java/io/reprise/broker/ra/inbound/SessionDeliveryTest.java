package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.ra.fake.ForeignResource;
import io.reprise.broker.ra.fake.ManualWorks;
import io.reprise.broker.ra.fake.MemoryAccess;
import io.reprise.broker.ra.fake.MemoryEndpoint;
import io.reprise.broker.ra.fake.MemoryVpn;
import io.reprise.broker.ra.fake.TestContainer;
import io.reprise.broker.ra.fake.TestTransactions;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import io.reprise.broker.ra.xa.BranchRegistry;
import io.reprise.broker.ra.xa.VpnAccess;
import jakarta.ejb.EJBException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;
import jakarta.resource.spi.UnavailableException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One session between a queue in memory and a container with the real transaction manager; the numbers are those of WILDFLY.md. */
class SessionDeliveryTest {
    private final TransactionManager manager = TestTransactions.manager();
    private final MemoryVpn vpn = new MemoryVpn("default");
    private final MemoryEndpoint queue = vpn.createQueue("q");
    private final BranchRegistry registry = new BranchRegistry();
    private final ManualWorks works = new ManualWorks();
    private final List<String> received = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private MessageListener listener = message -> {};
    private TestContainer container = new TestContainer(manager, this::onMessage);
    private Duration transactionTimeout = Duration.ZERO;
    private @Nullable SessionDelivery delivery;

    @BeforeEach
    void nothingOnThisThread() throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @AfterEach
    void nothingStaysOnTheThread() throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(registry.size()).isZero();
    }

    @Test
    void trap1DeliversEachMessageBetweenBeforeAndAfter() {
        vpn.put("q", "a");
        vpn.put("q", "b");

        deliver();

        assertThat(received).containsExactly("a", "b");
        assertThat(container.calls()).containsExactly("before", "onMessage", "after", "before", "onMessage", "after");
        assertThat(vpn.acknowledged()).containsExactly(1L, 2L);
    }

    @Test
    void trap9CommitsInOnePhaseWhenAlone() {
        vpn.put("q", "a");

        deliver();

        assertThat(vpn.calls()).containsExactly("commit");
    }

    @Test
    void trap2RollsBackWhenTheListenerThrowsThoughTheContainerCommits() {
        vpn.put("q", "a");
        listener = failingOnce(new IllegalStateException("bean"));

        deliver();

        assertThat(received).containsExactly("a", "a redelivered 2");
        assertThat(vpn.acknowledged()).containsExactly(1L);
        assertThat(queue.releases()).isEqualTo(1);
    }

    @Test
    void trap2RollsBackOnAnErrorToo() {
        vpn.put("q", "a");
        listener = message -> {
            if (received.size() == 1) {
                throw new StackOverflowError("bean");
            }
        };

        deliver();

        assertThat(received).containsExactly("a", "a redelivered 2");
    }

    @Test
    void trap3RollsBackWhenTheBeanMarkedTheTransactionAndBothCallsReturn() {
        vpn.put("q", "a");
        listener = message -> {
            if (received.size() == 1) {
                unchecked(manager::setRollbackOnly);
            }
        };

        deliver();

        assertThat(received).containsExactly("a", "a redelivered 2");
        assertThat(vpn.acknowledged()).containsExactly(1L);
    }

    @Test
    void trap3BringsTheMessageAgainWhenTheCommitIsRefused() {
        vpn.put("q", "a");
        vpn.script(new CommitOutcome.Rejected(ErrorCode.NOT_STORED, "the database said no"));

        deliver();

        assertThat(received).containsExactly("a", "a redelivered 2");
        assertThat(queue.inFlightCount()).isZero();
    }

    @Test
    void trap4ClearsTheThreadWhenBeforeDeliveryFailsHalfWay() {
        vpn.put("q", "a");
        container.failBefore(new IllegalStateException("enlisting failed"));

        start();
        works.runOne();

        assertThat(received).isEmpty();
        assertThat(queue.givenBack()).isEqualTo(1);
        assertThat(queue.releases()).isZero();

        container.failBefore(null);
        works.elapse();
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void trap5GivesBackUncountedWhileTheApplicationIsUndeployed() {
        vpn.put("q", "a");
        container = new TestContainer(manager, new Undeploying());

        start();
        works.runOne();

        assertThat(queue.givenBack()).isEqualTo(1);
        assertThat(queue.releases()).isZero();
        assertThat(vpn.acknowledged()).isEmpty();
    }

    @Test
    void trap5CountsAnAttemptWhenTheBeanItselfCalledAnUndeployedOne() {
        vpn.put("q", "a");
        container = new TestContainer(manager, new CallingAnUndeployedOne());

        start();
        works.runOne();

        assertThat(queue.releases()).isEqualTo(2);
        assertThat(queue.givenBack()).isZero();
    }

    @Test
    void trap5RestsLongerWithEachRefusalAndDoesNotSpin() {
        vpn.put("q", "a");
        container.refuseEndpoints(new UnavailableException("not yet"));
        start();

        for (int i = 0; i < 8; i++) {
            works.runAll();
            works.elapse();
        }

        assertThat(works.delays())
                .startsWith(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400))
                .endsWith(Duration.ofSeconds(5));
        assertThat(queue.inFlightCount())
                .as("no message is taken without somebody to deliver to")
                .isZero();

        container.refuseEndpoints(null);
        works.runAll();

        assertThat(received).containsExactly("a");
    }

    @Test
    void aPoisonousMessageDoesNotSpin() {
        vpn.put("q", "a");
        listener = message -> {
            throw new IllegalStateException("always");
        };
        start();

        for (int i = 0; i < 12; i++) {
            works.runAll();
            works.elapse();
        }

        assertThat(works.delays())
                .hasSizeGreaterThan(5)
                .startsWith(Duration.ofMillis(10))
                .contains(Duration.ofSeconds(1));
        assertThat(received).hasSizeLessThan(20);
    }

    @Test
    void aSingleFailureCostsNoRest() {
        vpn.put("q", "a");
        vpn.put("q", "b");
        listener = failingOnce(new IllegalStateException("once"));

        deliver();

        assertThat(works.delays()).isEmpty();
        assertThat(received).as("it returns to its old place").containsExactly("a", "a redelivered 2", "b");
    }

    @Test
    void trap7DoesNotRedeliverBeforeTheDeliveryThreadHasComeBack() {
        vpn.put("q", "a");
        transactionTimeout = Duration.ofSeconds(1);
        listener = message -> {
            if (received.size() == 1) {
                Transaction mine = unchecked(manager::getTransaction);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> mine.getStatus() == Status.STATUS_ROLLEDBACK);
                assertThat(queue.readyCount()).as("the bean still runs").isZero();
            }
        };

        deliver();

        assertThat(received).containsExactly("a", "a redelivered 2");
        assertThat(vpn.acknowledged()).containsExactly(1L);
    }

    @Test
    void trap8LeavesNoTimeoutToTheNextBeanOnTheThread() throws Exception {
        vpn.put("q", "a");
        transactionTimeout = Duration.ofSeconds(77);

        deliver();

        assertThat(com.arjuna.ats.jta.TransactionManager.transactionManager())
                .isInstanceOfSatisfying(
                        com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionManagerImple.class,
                        real -> assertThat(unchecked(real::getTimeout)).isNotEqualTo(77));
    }

    @Test
    void trap13RestoresTheThreadsClassLoader() {
        vpn.put("q", "a");
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        listener = message -> Thread.currentThread()
                .setContextClassLoader(ClassLoader.getSystemClassLoader().getParent());

        deliver();

        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own);
    }

    @Test
    void trap14ReleasesTheEndpointOnceAfterTheDelivery() {
        vpn.put("q", "a");
        SessionDelivery session = start();
        listener = message -> session.stop();

        works.runAll();
        session.stop();

        assertThat(container.calls()).containsExactly("before", "onMessage", "after", "release");
        assertThat(container.openEndpoints()).isZero();
        assertThat(vpn.acknowledged()).as("the running one finishes").containsExactly(1L);
        assertThat(queue.openSessions()).isZero();
        assertThat(ended).hasSize(1);
    }

    @Test
    void anInterruptLeftByTheBeanDoesNotReachTheNextDelivery() {
        vpn.put("q", "a");
        vpn.put("q", "b");
        listener = message -> Thread.currentThread().interrupt();

        deliver();

        assertThat(received).containsExactly("a", "b");
    }

    @Test
    void leavesAnInDoubtBranchToTheTransactionManager() throws Exception {
        vpn.put("q", "a");
        listener = message -> {
            vpn.scriptAfter("prepare", new CommitOutcome.Unknown("database lost"));
            unchecked(() -> manager.getTransaction().enlistResource(new ForeignResource()));
        };

        start();
        works.runAll();

        assertThat(vpn.calls()).startsWith("prepare", "commitPrepared");
        assertThat(queue.releases()).isZero();
        assertThat(queue.givenBack()).isZero();
        assertThat(queue.inFlightCount()).isEqualTo(1);
        finishBranches();
    }

    @Test
    void keepsNoThreadWhileThereIsNoMessage() {
        start();
        works.runAll();
        assertThat(works.waiting()).isZero();

        vpn.put("q", "a");

        assertThat(works.waiting()).isEqualTo(1);
        works.runAll();
        assertThat(received).containsExactly("a");
    }

    @Test
    void acknowledgesAfterReturnWithoutATransaction() {
        container = new TestContainer(manager, this::onMessage).withoutTransaction();
        vpn.put("q", "a");
        vpn.put("q", "b");
        listener = failingOnce(new IllegalStateException("once"));

        deliver(new AutoSettlement(session(), access()));

        assertThat(received).containsExactly("a", "a redelivered 2", "b");
        assertThat(vpn.acknowledged()).containsExactly(1L, 2L);
        assertThat(vpn.calls()).containsExactly("commit", "commit");
    }

    @Test
    void acknowledgesInBatchesWhereDuplicatesAreFine() {
        container = new TestContainer(manager, this::onMessage).withoutTransaction();
        for (int i = 0; i < 300; i++) {
            vpn.put("q", "m" + i);
        }

        deliver(new DupsOkSettlement(session(), access(), () -> 0));

        assertThat(vpn.acknowledged()).hasSize(300);
        assertThat(vpn.calls()).hasSizeLessThan(30);
    }

    @Test
    void bringsABatchAgainThatWasNotAcknowledged() {
        container = new TestContainer(manager, this::onMessage).withoutTransaction();
        vpn.put("q", "a");
        vpn.put("q", "b");
        vpn.script(new CommitOutcome.Unknown("database lost"));

        deliver(new DupsOkSettlement(session(), access(), () -> 0));

        assertThat(received).containsExactly("a", "b", "a redelivered 2", "b redelivered 2");
        assertThat(queue.inFlightCount()).isZero();
    }

    @Test
    void waitsForItsRunningDeliveryAndGivesBackWhatItTookAfterTheStop() throws Exception {
        vpn.put("q", "a");
        CountDownLatch inBean = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        listener = message -> {
            inBean.countDown();
            unchecked(() -> leave.await());
        };
        SessionDelivery session = start();
        Thread thread = new Thread(works::runAll);
        thread.start();
        inBean.await();

        session.stop();
        assertThat(ended).isEmpty();
        leave.countDown();
        thread.join();

        assertThat(ended).hasSize(1);
        assertThat(vpn.acknowledged()).containsExactly(1L);
    }

    private void onMessage(Message message) {
        unchecked(() -> received.add(((TextMessage) message).getText()
                + (message.getJMSRedelivered() ? " redelivered " + message.getIntProperty("JMSXDeliveryCount") : "")));
        listener.onMessage(message);
    }

    private MessageListener failingOnce(RuntimeException failure) {
        boolean[] failed = {false};
        return message -> {
            if (!failed[0]) {
                failed[0] = true;
                throw failure;
            }
        };
    }

    private @Nullable Flow flow;

    private DeliverySession session() {
        flow = vpn.bind(new BindRequest(EndpointKind.QUEUE, "q", "test"));
        return flow.openSession();
    }

    private @Nullable DeliverySession opened;

    private void deliver() {
        start();
        works.runAll();
    }

    private void deliver(Settlement settlement) {
        start(settlement);
        works.runAll();
    }

    private SessionDelivery start() {
        return start(new TransactedSettlement(opened = session(), access()));
    }

    private SessionDelivery start(Settlement settlement) {
        BeanEndpoint endpoint =
                new BeanEndpoint(container, TestTransactions.server(), transactionTimeout, settlement.resource());
        DeliverySession session =
                opened == null ? java.util.Objects.requireNonNull(flow).openSession() : opened;
        Presenter presenter = new Presenter(
                session, endpoint, settlement, DeserializationAllowList.EVERYTHING, (delivered, ending) -> {});
        SessionDelivery made = new SessionDelivery(
                java.util.Objects.requireNonNull(flow), session, presenter, works, () -> ended.add("ended"));
        delivery = made;
        made.start();
        return made;
    }

    private void finishBranches() throws Exception {
        for (javax.transaction.xa.Xid xid : vpn.preparedBranches()) {
            io.reprise.broker.ra.xa.VpnXaResource.forRecovery(access()).commit(xid, false);
        }
    }

    private VpnAccess access() {
        return new MemoryAccess(vpn, registry);
    }

    private interface Action<T> {
        T run() throws Exception;
    }

    private interface VoidAction {
        void run() throws Exception;
    }

    private static <T> T unchecked(Action<T> action) {
        try {
            return action.run();
        } catch (JMSException e) {
            throw new AssertionError(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void unchecked(VoidAction action) {
        unchecked(() -> {
            action.run();
            return "";
        });
    }

    private static final class CallingAnUndeployedOne implements MessageListener {
        @Override
        public void onMessage(Message message) {
            throw new EJBException("WFLYEJB0421: Invocation cannot proceed as component is shutting down");
        }
    }

    /** As WildFly's interceptor does it: thrown before the bean's own code, the transaction active and unmarked. */
    private static final class Undeploying implements MessageListener {
        @Override
        public void onMessage(Message message) {
            EJBException refusal =
                    new EJBException("WFLYEJB0421: Invocation cannot proceed as component is shutting down");
            refusal.setStackTrace(new StackTraceElement[0]);
            throw refusal;
        }
    }
}
