package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a crash counts: what application code had, exactly; never what it had not [spec 4.3, LOG.md L24]. */
class L24PresentedMarkTest {
    private static final Duration NEVER = Duration.ofDays(1);

    private TestVpn broker = start(Duration.ZERO, Duration.ofMillis(1));

    private static TestVpn start(Duration least, Duration forced) {
        TestVpn started = TestVpn.start(settings -> settings.withMarkAges(least, forced));
        started.createQueue("q", queue().with(EndpointAttributes.DEAD_MSG_QUEUE, ""), "q");
        return started;
    }

    private void startMarkingNothing() {
        broker.close();
        broker = start(NEVER, NEVER);
    }

    @AfterEach
    void close() {
        broker.close();
    }

    /** As kill -9: nothing more is written, and another owner recovers. */
    private void crash() {
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "the broker dies"));
        broker.vpn.submit(WorkUnit.publishing(TestVpn.message("nobody's", "x"))).await();
        broker.awaitServing();
        broker.awaitCommitter();
    }

    private void awaitMark(Delivery delivery) {
        long endpointId = broker.endpointId("q");
        Awaitility.await()
                .atMost(TestVpn.SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> broker.core()
                        .atBoundary(state -> Objects.requireNonNull(state.endpoint(endpointId))
                                        .presented(delivery.msgId())
                                > 0));
    }

    @Test
    void aCrashCountsWhatIsInApplicationCodeOnceAndItsNeighboursNot() {
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        awaitMark(next(broker.consume("q")));

        crash();

        DeliverySession after = broker.consume("q");
        Delivery first = next(after);
        assertThat(text(first)).isEqualTo("m1");
        assertThat(first.deliveryCount()).isEqualTo(2);
        assertThat(first.redelivered()).isTrue();
        Delivery second = next(after);
        assertThat(second.deliveryCount()).isEqualTo(1);
        assertThat(second.redelivered()).isFalse();
    }

    @Test
    void whatIsMerelySentAheadIsNeverCounted() {
        for (int i = 0; i < 5; i++) {
            broker.publish("q", "m" + i);
        }
        awaitMark(next(broker.consume("q")));
        assertThat(broker.figures("q").bufferedMsgCount()).isEqualTo(4);

        crash();
        crash();

        DeliverySession after = broker.consume("q");
        assertThat(next(after).deliveryCount()).isEqualTo(2);
        for (int i = 1; i < 5; i++) {
            assertThat(next(after).deliveryCount()).isEqualTo(1);
        }
    }

    @Test
    void aDeliveryThatHadJustBegunMayBeMissedOnceAndNotTwice() {
        startMarkingNothing();
        broker.publish("q", "m");
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(1);
        crash();
        assertThat(next(broker.consume("q")).deliveryCount()).as("missed once").isEqualTo(1);
        crash();
        assertThat(next(broker.consume("q")).deliveryCount())
                .as("suspect, so marked first")
                .isEqualTo(2);
        crash();

        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(3);
    }

    @Test
    void whatCameAfterTheCrashIsNotSuspect() {
        startMarkingNothing();
        broker.publish("q", "before");
        crash();
        broker.publish("q", "after");
        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));
        long commits = broker.lastCommitNo();

        next(session);

        broker.awaitCommitter();
        assertThat(broker.lastCommitNo()).as("nothing was written for it").isEqualTo(commits);
    }

    @Test
    void aFastDeliveryIsNotMarked() {
        startMarkingNothing();
        DeliverySession session = broker.consume("q");
        Delivery delivery = broker.publishAndReceive(session, "q", "m");
        long commits = broker.lastCommitNo();

        broker.acknowledge(delivery);

        assertThat(broker.lastCommitNo()).isEqualTo(commits + 1);
    }

    @Test
    void whatIsGivenBackUnseenIsUncountedThoughItWasMarked() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        awaitMark(delivery);

        session.giveBack(delivery);
        broker.awaitCommitter();
        crash();

        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(1);
    }

    /** Found: until the log said so, its session was given the next. */
    @Test
    void whatIsGivenBackThoughItWasMarkedKeepsItsPlace() {
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        awaitMark(delivery);
        ScriptedStore.Gate gate = broker.script.hold();

        session.giveBack(delivery);

        assertThat(session.receive(NOW)).isNull();
        gate.open();
        Delivery again = next(session);
        assertThat(text(again)).isEqualTo("m1");
        assertThat(again.deliveryCount()).isEqualTo(1);
        assertThat(text(next(session))).isEqualTo("m2");
    }

    @Test
    void anInDoubtBranchCountsOnlyWhenItIsRolledBack() {
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        broker.publish("q", "m");
        Delivery delivery = next(broker.consume("q"));
        awaitMark(delivery);
        broker.vpn.prepare(branch, WorkUnit.acknowledging(delivery)).orThrow();

        crash();
        DeliverySession after = broker.consume("q");
        assertThat(after.receive(NOW)).isNull();
        broker.vpn.rollbackPrepared(branch).orThrow();

        assertThat(next(after).deliveryCount()).isEqualTo(2);
    }

    @Test
    void aCleanStopMakesNothingSuspect() {
        startMarkingNothing();
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        session.giveBack(next(session));
        broker.life.drain(TestVpn.SOON);
        broker = broker.restarted();
        long commits = broker.lastCommitNo();

        next(broker.consume("q"));

        broker.awaitCommitter();
        // The horizon is reserved anew; nothing is marked.
        assertThat(broker.entriesFrom(commits + 1))
                .allSatisfy(entry -> assertThat(entry.effects()).noneMatch(effect -> effect instanceof Presented));
    }

    /** Found: a stop that ran out of time missed what had just begun. */
    @Test
    void aStopThatWaitsForNobodyCountsWhatHasJustBegun() {
        startMarkingNothing();
        broker.publish("q", "m");
        next(broker.consume("q"));

        broker.life.drain(Duration.ZERO);
        broker = broker.restarted();

        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
    }

    @Test
    void countsSurviveARestartCleanOrNot() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();

        broker = broker.restarted();
        crash();

        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
    }

    private void refuseTheEntryAfterTheHeldOne() {
        broker.script.once((entry, really) -> {
            broker.rows().refuseNextAppend("disk full");
            return really.get();
        });
    }

    /** Found: its turn to be marked came while it was in a unit; that was rejected, and it was never marked. */
    @Test
    void whatComesBackFromARejectedUnitIsMarked() {
        broker.publish("q", "m");
        ScriptedStore.Gate gate = broker.holdCommitter();
        Delivery delivery = next(broker.consume("q"));
        PendingOutcome unit = broker.vpn.submit(WorkUnit.acknowledging(delivery));
        refuseTheEntryAfterTheHeldOne();
        gate.open();
        assertThat(unit.await()).isInstanceOf(CommitOutcome.Rejected.class);

        awaitMark(delivery);

        crash();
        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
    }

    /** Found: the same, where the entry that was refused would have replaced it. */
    @Test
    void whatANewerValueWouldHaveReplacedIsMarked() {
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 0L);
        broker.publish("q", "m");
        ScriptedStore.Gate gate = broker.holdCommitter();
        Delivery delivery = next(broker.consume("q"));
        PendingOutcome newer = broker.vpn.submit(WorkUnit.publishing(TestVpn.message("q", "newer")));
        refuseTheEntryAfterTheHeldOne();
        gate.open();
        assertThat(newer.await()).isInstanceOf(CommitOutcome.Rejected.class);

        awaitMark(delivery);
    }

    /** Found: the count of what a crash cut off took the message from a session that was about to be presented it; its mark stayed. */
    @Test
    void whatTheCrashCountsTakesNothingFromWhoWasQuickerThanTheLog() throws Exception {
        broker.publish("q", "m");
        awaitMark(next(broker.consume("q")));
        ScriptedStore.Gate gate = crashAndHoldTheFirstEntryAfter();
        DeliverySession session = broker.consume("q");
        Future<Delivery> receiving = broker.inBackground(() -> session.receive(NOW));
        broker.awaitWaiting(1);

        session.close();
        gate.open();
        assertThat(receiving.get(10, TimeUnit.SECONDS)).isNull();
        broker.awaitCommitter();

        crash();
        assertThat(next(broker.consume("q")).deliveryCount())
                .as("one was made, and then the session was closed before the next")
                .isEqualTo(2);
    }

    private ScriptedStore.Gate crashAndHoldTheFirstEntryAfter() {
        ScriptedStore.Gate[] gate = new ScriptedStore.Gate[1];
        broker.script.once((entry, really) -> {
            gate[0] = broker.script.hold();
            return AppendResult.of(AppendResult.Kind.ABANDONED, "the broker dies");
        });
        broker.vpn.submit(WorkUnit.publishing(TestVpn.message("nobody's", "x"))).await();
        broker.awaitServing();
        gate[0].awaitReached();
        return gate[0];
    }

    @Test
    void aBacklogOfAnySizeHasAThousandSuspectsAtMost() {
        startMarkingNothing();
        for (int i = 0; i < 3_000; i++) {
            broker.publish("q", "m" + i);
        }
        broker.acknowledge(next(broker.consume("q")));
        crash();
        long endpointId = broker.endpointId("q");

        long suspectUpTo = broker.core()
                .atBoundary(state ->
                        Objects.requireNonNull(state.endpoint(endpointId)).suspectUpTo(4));

        assertThat(suspectUpTo).isBetween(1L, 2_000L);
    }

    /** Found: a transaction and a free bean are waited for after a message is taken; a kill then counted what nobody saw. */
    @Test
    void whatIsMerelyTakenIsNotCounted() {
        broker.publish("q", "m1");
        broker.publish("q", "m2");
        DeliverySession session = broker.consume("q");
        Delivery taken = Objects.requireNonNull(session.take(TestVpn.SOON));
        assertThat(text(taken)).isEqualTo("m1");
        // Its turn to be marked comes and goes.
        Delivery other = Objects.requireNonNull(session.take(TestVpn.SOON));
        assertThat(session.present(other)).isTrue();
        awaitMark(other);

        crash();

        DeliverySession after = broker.consume("q");
        assertThat(next(after).deliveryCount()).as("merely taken").isEqualTo(1);
        assertThat(next(after).deliveryCount()).as("presented").isEqualTo(2);
    }

    @Test
    void whatIsMerelyTakenGoesBackUncountedWhenItsSessionClosesOrReleasesIt() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery taken = Objects.requireNonNull(session.take(TestVpn.SOON));
        session.release(taken);
        taken = Objects.requireNonNull(session.take(TestVpn.SOON));
        assertThat(taken.deliveryCount()).isEqualTo(1);

        session.close();

        assertThat(session.present(taken)).isFalse();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
    }

    @Test
    void aSuspectIsMarkedWhenItIsPresentedNotWhenItIsTaken() {
        startMarkingNothing();
        broker.publish("q", "m");
        crash();
        DeliverySession session = broker.consume("q");
        Delivery taken = Objects.requireNonNull(session.take(TestVpn.SOON));
        crash();
        session = broker.consume("q");
        taken = Objects.requireNonNull(session.take(TestVpn.SOON));
        assertThat(taken.deliveryCount()).as("only taken before").isEqualTo(1);
        assertThat(session.present(taken)).isTrue();

        crash();

        assertThat(next(broker.consume("q")).deliveryCount()).isEqualTo(2);
    }
}
