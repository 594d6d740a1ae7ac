package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** L26: a prepare admits and reserves, durably; the commit that follows always succeeds. */
class L26PreparedBranchTest {
    private static final BranchId BRANCH = new BranchId(7, new byte[] {1, 2}, new byte[] {3});

    private TestVpn broker = TestVpn.start();

    /** What may happen between prepare and decision. */
    enum Between {
        NOTHING,
        RESTART,
        RESTART_FROM_THE_CHECKPOINT,
        REBUILD
    }

    @BeforeEach
    void createQueues() {
        broker.createQueue("in", queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE), "in");
        broker.createQueue("out", "out");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void happens(Between between) {
        switch (between) {
            case NOTHING -> {}
            case RESTART -> broker = broker.restarted();
            case RESTART_FROM_THE_CHECKPOINT -> {
                broker.duties.runAll();
                broker = broker.restarted();
            }
            case REBUILD -> {
                broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
                assertThat(broker.publish("elsewhere", "x")).isInstanceOf(Unknown.class);
                broker.awaitServing();
            }
        }
    }

    private void prepareReceiveAndSend(String text) {
        broker.publish("in", "work");
        broker.vpn
                .prepare(
                        BRANCH,
                        new WorkUnit().acknowledge(next(broker.consume("in"))).publish(message("out", text)))
                .orThrow();
    }

    @ParameterizedTest
    @EnumSource
    void l26_committedItIsWholeWhateverHappenedBetween(Between between) {
        prepareReceiveAndSend("result");
        happens(between);
        assertThat(broker.vpn.preparedBranches()).isEqualTo(List.of(BRANCH));
        assertThat(broker.spooled("out")).isZero();
        assertThat(broker.figures("out").reservedMsgCount()).isEqualTo(1);
        assertThat(broker.figures("in").inDoubtMsgCount()).isEqualTo(1);

        CommitOutcome outcome = broker.vpn.commitPrepared(BRANCH);

        assertThat(outcome).isInstanceOf(Stored.class);
        assertThat(broker.spooled("in")).isZero();
        assertThat(broker.figures("out").reservedMsgCount()).isZero();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        broker = broker.restarted();
        assertThat(broker.drain(broker.consume("out"))).containsExactly("result");
        assertThat(broker.spooled("in")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void l26_rolledBackItIsNowhereWhateverHappenedBetween(Between between) {
        prepareReceiveAndSend("result");
        happens(between);

        broker.vpn.rollbackPrepared(BRANCH).orThrow();

        assertThat(broker.spooled("out")).isZero();
        assertThat(broker.figures("out").reservedMsgCount()).isZero();
        broker = broker.restarted();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        assertThat(next(broker.consume("in")).deliveryCount()).isEqualTo(2);
        assertThat(broker.spooled("out")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void l26_largeBodiesComeThroughWholeWhateverHappenedBetween(Between between) {
        byte[] large = new byte[700_000];
        new Random(3).nextBytes(large);
        WorkUnit unit = new WorkUnit()
                .publish(message("out", "small"))
                .publish(Message.to(TopicName.of("out")).bytes(large).build());
        broker.vpn.prepare(BRANCH, unit).orThrow();
        happens(between);

        broker.vpn.commitPrepared(BRANCH).orThrow();

        DeliverySession session = broker.consume("out");
        assertThat(TestVpn.text(next(session))).isEqualTo("small");
        assertThat(next(session).message().body()).isEqualTo(large);
    }

    @Test
    void l26_limitsChangedBetweenDontKeepACommitFromSucceeding() {
        broker.vpn
                .prepare(BRANCH, new WorkUnit().publish(message("out", "0123456789")))
                .orThrow();
        broker.change("out", EndpointAttributes.MAX_MSG_SIZE, 1L);
        broker.change("out", EndpointAttributes.INGRESS_ENABLED, false);

        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Stored.class);

        assertThat(broker.spooled("out")).isEqualTo(1);
    }

    @Test
    void l26_anEndpointDeletedBetweenIsSkippedAndTheOthersGetTheirs() {
        broker.createQueue("also", "out");
        broker.publish("in", "work");
        broker.vpn
                .prepare(
                        BRANCH,
                        new WorkUnit().acknowledge(next(broker.consume("in"))).publish(message("out", "result")))
                .orThrow();
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "out");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "in");
        broker.createQueue("out", "out");

        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Stored.class);

        assertThat(broker.spooled("out")).isZero();
        assertThat(broker.drain(broker.consume("also"))).containsExactly("result");
    }

    @Test
    void l26_withEveryEndpointDeletedACommitSucceedsToo() {
        broker.vpn
                .prepare(BRANCH, new WorkUnit().publish(message("out", "x".repeat(400_000))))
                .orThrow();
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "out");

        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Stored.class);
        broker = broker.restarted();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
    }

    @Test
    void l26_itsMessagesGetTheirIdsAtCommitAndStandBehindWhatCameMeanwhile() {
        broker.vpn
                .prepare(BRANCH, new WorkUnit().publish(message("out", "prepared")))
                .orThrow();
        broker.publish("out", "meanwhile");

        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertThat(broker.drain(broker.consume("out"))).containsExactly("meanwhile", "prepared");
    }

    @Test
    void l26_aRefusedPrepareLeavesNothingAndItsDeliveriesAreStillTheConsumers() {
        broker.publish("in", "work");
        Delivery work = next(broker.consume("in"));

        CommitOutcome outcome =
                broker.vpn.prepare(BRANCH, new WorkUnit().acknowledge(work).publish(message("#P2P/QUE/missing", "x")));

        assertThat(outcome).isInstanceOf(Rejected.class);
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        broker.acknowledge(work);
        assertThat(broker.spooled("in")).isZero();
    }

    @Test
    void l26_aPrepareThatTheDatabaseRefusesLeavesNothing() {
        broker.rows().refuseNextAppend("disk full");

        assertThat(broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("out", "x"))))
                .isInstanceOf(Rejected.class);

        assertThat(broker.vpn.preparedBranches()).isEmpty();
        assertThat(broker.figures("out").reservedMsgCount()).isZero();
    }

    @Test
    void l26_aDecisionThatTheDatabaseRefusesLeavesTheBranchPrepared() {
        prepareReceiveAndSend("result");
        broker.rows().refuseNextAppend("disk full");
        assertThat(broker.vpn.commitPrepared(BRANCH))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.NOT_STORED));

        assertThat(broker.vpn.preparedBranches()).hasSize(1);
        broker.vpn.commitPrepared(BRANCH).orThrow();
        assertThat(broker.spooled("out")).isEqualTo(1);
    }

    @Test
    void l26_aDecidedBranchAndAnUnknownOneAreUnknown() {
        prepareReceiveAndSend("result");
        broker.vpn.commitPrepared(BRANCH).orThrow();

        for (CommitOutcome outcome : List.of(broker.vpn.commitPrepared(BRANCH), broker.vpn.rollbackPrepared(BRANCH))) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.XA_UNKNOWN_BRANCH));
        }
    }

    @Test
    void l26_aBranchIsPreparedOnce() {
        broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("out", "1"))).orThrow();

        assertThat(broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("out", "2"))))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.XA_DUPLICATE_BRANCH));
        broker.vpn.commitPrepared(BRANCH).orThrow();
        assertThat(broker.drain(broker.consume("out"))).containsExactly("1");
    }

    /** Found: decided in the entry that prepares it, a branch was told to be unknown, and then stayed in doubt. */
    @Test
    void l26_aRollbackThatMeetsItsPrepareInOneEntryRollsItBack() throws Exception {
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<CommitOutcome> prepare =
                broker.inBackground(() -> broker.vpn.prepare(BRANCH, new WorkUnit().publish(message("out", "x"))));
        broker.awaitWaiting(1);
        Future<CommitOutcome> rollback = broker.inBackground(() -> broker.vpn.rollbackPrepared(BRANCH));
        broker.awaitWaiting(2);
        gate.open();

        prepare.get(10, TimeUnit.SECONDS).orThrow();
        rollback.get(10, TimeUnit.SECONDS).orThrow();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        assertThat(broker.figures("out").reservedMsgCount()).isZero();
    }

    @Test
    void l26_twoDecisionsAtOnceTakeEffectOnce() throws Exception {
        prepareReceiveAndSend("result");
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<CommitOutcome> one = broker.inBackground(() -> broker.vpn.rollbackPrepared(BRANCH));
        broker.awaitWaiting(1);
        Future<CommitOutcome> two = broker.inBackground(() -> broker.vpn.rollbackPrepared(BRANCH));
        broker.awaitWaiting(2);
        gate.open();

        assertThat(List.of(one.get(10, TimeUnit.SECONDS), two.get(10, TimeUnit.SECONDS)))
                .hasAtLeastOneElementOfType(Stored.class)
                .hasAtLeastOneElementOfType(Rejected.class);
        assertThat(next(broker.consume("in")).deliveryCount()).isEqualTo(2);
    }

    @Test
    void l26_anUnknownCommitThatWasStoredIsDoneWhenItIsTriedAgain() {
        prepareReceiveAndSend("result");
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        assertThat(broker.vpn.commitPrepared(BRANCH)).isInstanceOf(Unknown.class);
        broker.awaitServing();

        assertThat(broker.vpn.commitPrepared(BRANCH))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.XA_UNKNOWN_BRANCH));
        assertThat(broker.drain(broker.consume("out"))).containsExactly("result");
        assertThat(broker.spooled("in")).isZero();
    }

    @Test
    void l26_purgeAndReplacementDontTouchWhatIsInDoubtOrReserved() {
        broker.createQueue("last", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "last");
        broker.publish("in", "work");
        broker.vpn
                .prepare(
                        BRANCH,
                        new WorkUnit().acknowledge(next(broker.consume("in"))).publish(message("last", "v2")))
                .orThrow();
        broker.publish("last", "v1");

        assertThat(broker.administration.purge(EndpointKind.QUEUE, "in")).isZero();
        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertThat(broker.drain(broker.consume("last"))).containsExactly("v2");
    }

    @Test
    void l26_timesToLiveRunFromThePrepareAndEndAsAnywhere() {
        broker.vpn
                .prepare(
                        BRANCH,
                        new WorkUnit()
                                .publish(Message.to(TopicName.of("out"))
                                        .ttlMillis(10_000)
                                        .text("x")
                                        .build()))
                .orThrow();
        broker.clock.advance(Duration.ofSeconds(10));

        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertThat(broker.consume("out").receive(TestVpn.NOW)).isNull();
    }

    @Test
    void l26_withTheDatabaseAwayACommitIsNotDoneAndTriedAgainItIs() {
        prepareReceiveAndSend("x".repeat(300_000));
        broker.rows().failNext(InMemoryVpnStore.Call.READ, InMemoryVpnStore.Fault.NOT_DONE);
        assertThat(broker.vpn.commitPrepared(BRANCH))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.DATABASE_UNAVAILABLE));

        broker.vpn.commitPrepared(BRANCH).orThrow();
        assertThat(broker.spooled("out")).isEqualTo(1);
    }
}
