package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts as an attempt, and what comes again [spec 4.3]. */
class RedeliveryTest {
    private static final BranchId BRANCH = new BranchId(1, new byte[] {1}, new byte[] {2});
    private static final Duration NEVER = Duration.ofDays(1);
    /** A caller waits for a second; and no mark of a delivery is in an operation's way. */
    private static final UnaryOperator<EngineSettings> GIVES_UP_SOON =
            settings -> settings.withPublishTimeout(Duration.ofSeconds(1)).withMarkAges(NEVER, NEVER);

    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE), "q");
        broker.createQueue("out", "out");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void aFailedAttemptCountsOneAndTheMessageComesAgainFlagged() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);
        assertThat(first.deliveryCount()).isEqualTo(1);
        assertThat(first.redelivered()).isFalse();

        session.release(first);

        Delivery second = next(session);
        assertThat(second.deliveryCount()).isEqualTo(2);
        assertThat(second.redelivered()).isTrue();
        assertThat(broker.figures("q").redeliveredMsgs()).isEqualTo(1);
    }

    @Test
    void itComesAgainOnlyOnceItsCountIsOnDisk() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);
        ScriptedStore.Gate gate = broker.script.hold();

        session.release(first);
        gate.awaitReached();

        assertThat(session.receive(NOW)).isNull();
        gate.open();
        assertThat(next(session).deliveryCount()).isEqualTo(2);
    }

    @Test
    void releasedTwiceItCountsOnce() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);

        session.release(first);
        session.release(first);
        session.close();

        DeliverySession other = broker.consume("q");
        assertThat(next(other).deliveryCount()).isEqualTo(2);
        broker.awaitCommitter();
        assertThat(other.receive(NOW)).isNull();
    }

    @Test
    void givenBackItIsUncountedAndAtItsPlace() {
        broker.publish("q", "a");
        broker.publish("q", "b");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);

        session.giveBack(first);
        session.release(first);
        session.giveBack(first);

        Delivery again = next(session);
        assertThat(TestVpn.text(again)).isEqualTo("a");
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(nextText(session)).isEqualTo("b");
        assertThat(session.receive(NOW)).isNull();
    }

    @Test
    void aClosedSessionsUnsettledDeliveriesReturnCounted() {
        broker.publish("q", "a");
        broker.publish("q", "b");
        DeliverySession session = broker.consume("q");
        Delivery acknowledged = next(session);
        next(session);
        broker.acknowledge(acknowledged);

        session.close();

        DeliverySession other = broker.consume("q");
        broker.awaitCommitter();
        Delivery again = next(other);
        assertThat(TestVpn.text(again)).isEqualTo("b");
        assertThat(again.deliveryCount()).isEqualTo(2);
    }

    @Test
    void aClosedFlowsDeliveriesMayStillBeSettled() {
        broker.publish("q", "a");
        broker.publish("q", "b");
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        Delivery a = next(session);
        Delivery b = next(session);

        flow.close();

        assertThat(session.receive(SOON)).isNull();
        broker.acknowledge(a);
        session.release(b);
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void aRestartKeepsCounts() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        session.release(next(session));
        broker.awaitCommitter();

        broker = broker.restarted();
        broker.duties.runAll();
        broker = broker.restarted();

        Delivery third = next(broker.consume("q"));
        assertThat(third.deliveryCount()).isEqualTo(3);
        assertThat(third.redelivered()).isTrue();
    }

    @Test
    void releasedAfterAnUnknownOutcomeThatWasStoredItIsGone() {
        broker.close();
        broker = TestVpn.start(GIVES_UP_SOON);
        createQueue();
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.script.hold();

        assertThat(broker.vpn.commit(WorkUnit.acknowledging(delivery))).isInstanceOf(CommitOutcome.Unknown.class);
        session.release(delivery);
        gate.open();
        broker.awaitCommitter();

        assertThat(broker.spooled("q")).isZero();
        assertThat(session.receive(NOW)).isNull();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    @Test
    void releasedAfterAnUnknownOutcomeThatWasNotStoredItComesAgainCounted() {
        broker.close();
        broker = TestVpn.start(GIVES_UP_SOON);
        createQueue();
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.script.hold();

        assertThat(broker.vpn.commit(WorkUnit.acknowledging(delivery))).isInstanceOf(CommitOutcome.Unknown.class);
        broker.rows().refuseNextAppend("disk full");
        session.release(delivery);
        gate.open();

        assertThat(next(session).deliveryCount()).isEqualTo(2);
    }

    /**
     * Found: a release overtook the unit it was for, as publishes have a lane of their own; the message came again though its
     * acknowledgement was stored.
     */
    @Test
    void aReleaseNeverOvertakesTheUnitThatAcknowledges() throws Exception {
        broker.publish("q", "m");
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome blocker = broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x")));
        gate.awaitReached();
        for (int i = 0; i < 6; i++) {
            // So much that the unit has to wait for the entry after the next.
            assertThat(broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x".repeat(250_000)))))
                    .isNotNull();
        }

        PendingOutcome unit = broker.vpn.submit(
                new WorkUnit().publish(message("out", "result")).acknowledge(delivery));
        session.close();
        flow.close();
        gate.open();

        blocker.await().orThrow();
        unit.await().orThrow();
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.spooled("out")).isEqualTo(1);
        assertThat(broker.consume("q").receive(NOW)).isNull();
    }

    @Test
    void aSessionClosedUnderAUnitThatIsRejectedReturnsItsDeliveryCounted() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome blocker = broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x")));
        gate.awaitReached();

        PendingOutcome unit = broker.vpn.submit(
                new WorkUnit().publish(message("#P2P/QUE/missing", "result")).acknowledge(delivery));
        session.close();
        gate.open();

        blocker.await().orThrow();
        assertThat(unit.await()).isInstanceOf(CommitOutcome.Rejected.class);
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
    }

    /** Found: a message whose count could not be stored was in nobody's hand and nobody's reach. */
    @Test
    void aFailedAttemptThatCantBeStoredIsOfferedAgainAndItsCountIsNotLost() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        broker.rows().refuseNextAppend("disk full");

        session.release(next(session));

        Delivery second = next(session);
        assertThat(second.deliveryCount()).isEqualTo(2);
        session.release(second);
        broker.awaitCommitter();
        broker = broker.restarted();
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(3);
    }

    @Test
    void inDoubtItIsNobodysAndDecidedItComesAgainCountedOrIsGone() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        broker.vpn.prepare(BRANCH, WorkUnit.acknowledging(next(session))).orThrow();
        assertThat(broker.figures("q").inDoubtMsgCount()).isEqualTo(1);
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
        assertThat(session.receive(NOW)).isNull();

        broker.vpn.rollbackPrepared(BRANCH).orThrow();

        Delivery again = next(session);
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.vpn.prepare(BRANCH, WorkUnit.acknowledging(again)).orThrow();
        broker.vpn.commitPrepared(BRANCH).orThrow();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void aSessionClosedWithItsDeliveryInDoubtReturnsNothing() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        broker.vpn.prepare(BRANCH, WorkUnit.acknowledging(delivery)).orThrow();

        session.release(delivery);
        session.close();
        broker.awaitCommitter();

        DeliverySession other = broker.consume("q");
        assertThat(other.receive(NOW)).isNull();
        broker.vpn.rollbackPrepared(BRANCH).orThrow();
        assertThat(next(other).deliveryCount()).isEqualTo(2);
    }

    @Test
    void anAcknowledgementOfWhatIsNoLongerTheConsumersSucceedsWithoutEffect() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery first = next(session);
        session.release(first);
        Delivery second = next(session);

        broker.acknowledge(first);

        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(broker.figures("q").inFlightMsgCount()).isEqualTo(1);
        broker.acknowledge(second);
        broker.acknowledge(second);
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").acknowledgedMsgs()).isEqualTo(1);
    }

    @Test
    void purgeLeavesWhatIsInFlightAndWhatComesMeanwhile() {
        for (int i = 0; i < 1_500; i++) {
            broker.vpn.submit(WorkUnit.publishing(message("q", "m" + i)));
        }
        broker.awaitCommitter();
        DeliverySession session = broker.consume("q");
        Delivery held = next(session);

        assertThat(broker.administration.purge(EndpointKind.QUEUE, "q")).isEqualTo(1_499);

        session.release(held);
        assertThat(next(session).deliveryCount()).isEqualTo(2);
        broker.acknowledge(broker.publishAndReceive(session, "q", "after"));
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    /** Found: a purge that gave up waiting made free again what was removed a moment later, or had been. */
    @Test
    void aPurgeOfUnknownOutcomeBringsNothingBackThatIsRemoved() throws Exception {
        broker.close();
        broker = TestVpn.start(GIVES_UP_SOON);
        createQueue();
        broker.publish("q", "m");
        ScriptedStore.Gate gate = broker.script.hold();
        Future<String> purge = broker.inBackground(() -> {
            try {
                return "purged " + broker.administration.purge(EndpointKind.QUEUE, "q");
            } catch (RuntimeException e) {
                return e.getMessage();
            }
        });
        gate.awaitReached();
        assertThat(purge.get(10, TimeUnit.SECONDS)).contains("did not answer");

        DeliverySession session = broker.consume("q");
        assertThat(session.receive(NOW)).isNull();
        gate.open();
        broker.awaitCommitter();

        assertThat(session.receive(NOW)).isNull();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void aPurgeThatIsRefusedLeavesEverythingWithinReach() {
        broker.publish("q", "m");
        broker.rows().refuseNextAppend("disk full");

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> broker.administration.purge(EndpointKind.QUEUE, "q"))
                .hasMessageContaining("disk full");

        assertThat(nextText(broker.consume("q"))).isEqualTo("m");
    }

    /** Found: what a branch had was free again when a purge that had seized it before was refused. */
    @Test
    void aRefusedPurgeGivesNothingToOthersThatABranchHas() throws Exception {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(0));
        createQueue();
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        Delivery ofTheEarlierCore = next(broker.consume("q"));
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        broker.publish("elsewhere", "x");
        broker.awaitServing();
        broker.awaitCommitter();
        ScriptedStore.Gate reading = broker.script.holdReads();
        Future<Boolean> purge = broker.inBackground(() -> {
            try {
                return broker.administration.purge(EndpointKind.QUEUE, "q") < 0;
            } catch (RuntimeException e) {
                return true;
            }
        });
        reading.awaitReached();
        broker.vpn.prepare(BRANCH, WorkUnit.acknowledging(ofTheEarlierCore)).orThrow();

        broker.rows().refuseNextAppend("disk full");
        reading.open();

        assertThat(purge.get(10, TimeUnit.SECONDS)).as("refused").isTrue();
        DeliverySession other = broker.consume("q");
        assertThat(nextText(other)).isEqualTo("m2");
        assertThat(other.receive(NOW)).isNull();
    }

    @Test
    void closedWhileItReceivesASessionReturnsNullAndNothingIsLost() throws Exception {
        DeliverySession session = broker.consume("q");
        Future<Delivery> receiving = broker.inBackground(() -> session.receive(SOON));

        session.close();

        assertThat(receiving.get(10, TimeUnit.SECONDS)).isNull();
        broker.publish("q", "m");
        assertThat(nextText(broker.consume("q"))).isEqualTo("m");
    }

    /** Found: a session closed while it read a message was handed it, and nobody had it then. */
    @Test
    void closedWhileItReadsAMessageItIsNotGivenItAndTheMessageReturnsUncounted() throws Exception {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(0));
        createQueue();
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        ScriptedStore.Gate gate = broker.script.holdReads();
        Future<Delivery> receiving = broker.inBackground(() -> session.receive(SOON));
        gate.awaitReached();

        session.close();
        gate.open();

        assertThat(receiving.get(10, TimeUnit.SECONDS)).isNull();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(1);
    }

    @Test
    void deletedWhileAMessageIsReadItIsNotPresented() throws Exception {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(0));
        createQueue();
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        ScriptedStore.Gate gate = broker.script.holdReads();
        Future<Delivery> receiving = broker.inBackground(() -> session.receive(SOON));
        gate.awaitReached();

        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");
        gate.open();

        assertThat(receiving.get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void interruptedWhileItReceivesItReturnsNullAndKeepsTheInterrupt() throws Exception {
        DeliverySession session = broker.consume("q");
        Future<Boolean> receiving = broker.inBackground(() -> {
            Thread.currentThread().interrupt();
            return session.receive(SOON) == null && Thread.interrupted();
        });

        assertThat(receiving.get(10, TimeUnit.SECONDS)).isTrue();
    }
}
