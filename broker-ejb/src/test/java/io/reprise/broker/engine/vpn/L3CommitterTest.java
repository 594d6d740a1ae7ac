package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** L3: decided on committed state plus this batch's overlay, applied after success only; whatever fails leaves no trace. */
class L3CommitterTest {
    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void l3_aRefusedEntryFailsItsOperationsAndLeavesNoTrace() {
        broker.publish("q", "before");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.holdCommitter();
        PendingOutcome publish = broker.vpn.submit(WorkUnit.publishing(message("q", "x")));
        PendingOutcome ack = broker.vpn.submit(WorkUnit.acknowledging(delivery));
        broker.script.once((entry, really) -> {
            broker.rows().refuseNextAppend("disk full");
            return really.get();
        });
        gate.open();

        for (PendingOutcome outcome : List.of(publish, ack)) {
            assertThat(outcome.await()).isInstanceOfSatisfying(Rejected.class, rejected -> {
                assertThat(rejected.code()).isEqualTo(ErrorCode.NOT_STORED);
                assertThat(rejected.text()).contains("disk full");
            });
        }
        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(broker.figures("q").inFlightMsgCount()).isEqualTo(1);
        broker.acknowledge(delivery);
        broker = broker.restarted();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void l3_afterARefusedEntryTheNextOnesGoOnFromThere() {
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                broker.rows().refuseNextAppend("disk full");
                assertThat(broker.publish("q", "refused")).isInstanceOf(Rejected.class);
            }
            assertThat(broker.publish("q", "m" + i)).isInstanceOf(Stored.class);
        }

        broker = broker.restarted();

        assertThat(broker.drain(broker.consume("q"))).hasSize(20).doesNotContain("refused");
    }

    @Test
    void l3_aFaultInDecidingFailsTheBatchAndTheNextGoesOn() {
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        broker.vpn.prepare(branch, WorkUnit.publishing(message("q", "x"))).orThrow();
        Delivery delivery = broker.publishAndReceive(broker.consume("q"), "q", "again");
        ScriptedStore.Gate gate = broker.holdCommitter();
        PendingOutcome before = broker.vpn.submit(WorkUnit.acknowledging(delivery));
        PendingOutcome fault = broker.core().decide(branch, true, List.of());
        PendingOutcome after = broker.vpn.submit(WorkUnit.publishing(message("q", "after")));
        gate.open();

        for (PendingOutcome outcome : List.of(before, fault)) {
            assertThat(outcome.await())
                    .isInstanceOfSatisfying(
                            Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.INTERNAL_ERROR));
        }
        after.await().orThrow();
        assertThat(broker.onQueue("q"))
                .as("the acknowledged one is still there")
                .hasSize(2);
    }

    @Test
    void l3_aFaultInApplyingRebuildsTheVpnAndWhatWasStoredIsThere() {
        broker.publish("q", "m1");
        broker.onCommit = () -> {
            throw new IllegalStateException("fault in applying");
        };

        CommitOutcome outcome = broker.publish("q", "m2");

        assertThat(outcome).isInstanceOf(Stored.class);
        broker.onCommit = () -> {};
        broker.awaitServing();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("m1", "m2");
    }

    @Test
    void l3_anErrorInTheStoreIsAnUnknownOutcomeAndTheVpnIsRebuilt() {
        broker.script.once((entry, really) -> {
            throw new StackOverflowError("of the driver");
        });

        assertThat(broker.publish("q", "lost")).isInstanceOf(Unknown.class);

        broker.awaitServing();
        assertThat(broker.publish("q", "m")).isInstanceOf(Stored.class);
        assertThat(broker.drain(broker.consume("q"))).containsExactly("m");
    }

    @Test
    void l3_givenUpBeforeOrAfterItWasStoredTheOutcomeIsUnknownAndTheDatabaseKnows() {
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
        assertThat(broker.publish("q", "never")).isInstanceOf(Unknown.class);
        broker.awaitServing();
        broker.script.once((entry, really) -> {
            AppendResult stored = really.get();
            return AppendResult.of(AppendResult.Kind.ABANDONED, "given up after " + stored.kind());
        });
        assertThat(broker.publish("q", "stored")).isInstanceOf(Unknown.class);

        broker.awaitServing();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("stored");
    }

    /** Found: it was told as a plain error, though the slot may have held it before the new owner emptied it. */
    @Test
    void l3_fencedWhileWritingTheOutcomeIsUnknownAndWhatWaitedIsRejected() {
        broker.duties.holdRetries();
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q", "x")));
        gate.awaitReached();
        PendingOutcome waiting = broker.vpn.submit(WorkUnit.publishing(message("q", "y")));
        var other = broker.takenOverByAnother();
        gate.open();

        assertThat(writing.await()).isInstanceOf(Unknown.class);
        assertThat(waiting.await())
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.STEPPED_DOWN));
        Awaitility.await().atMost(SOON).until(() -> broker.life.status() == VpnStatus.FENCED);
        assertThat(broker.publish("q", "z"))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.STEPPED_DOWN));
        assertThat(other.verifyOwnership()).isTrue();
    }

    @Test
    void l3_sessionsOfACoreThatIsRebuiltEndAndNewOnesGoOn() {
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
        broker.publish("q", "lost");
        broker.awaitServing();

        assertThat(session.receive(TestVpn.NOW)).isNull();
        session.release(delivery);
        session.close();
        Delivery again = next(broker.consume("q"));
        assertThat(TestVpn.text(again)).isEqualTo("m");
        broker.acknowledge(again);
        assertThat(broker.spooled("q")).isZero();
    }

    /** What a message's places add to an entry counts too: such a unit is refused by itself, its neighbours are stored. */
    @Test
    void l3_aUnitWhosePlacesMakeItsEntryTooLargeIsRefusedAlone() {
        for (int i = 0; i < 400; i++) {
            broker.createQueue("fan" + i, "fan");
        }
        WorkUnit tooMuch = new WorkUnit();
        for (int i = 0; i < 1_100; i++) {
            tooMuch.publish(message("fan", ""));
        }
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> neighbours = new ArrayList<>();
        neighbours.add(broker.vpn.submit(WorkUnit.publishing(message("q", "before"))));
        PendingOutcome large = broker.vpn.submit(tooMuch);
        neighbours.add(broker.vpn.submit(WorkUnit.publishing(message("q", "after"))));
        gate.open();

        assertThat(large.await()).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.MESSAGE_TOO_BIG);
            assertThat(rejected.text()).contains("max_allowed_packet");
        });
        neighbours.forEach(neighbour -> neighbour.await().orThrow());
        assertThat(broker.spooled("fan0")).isZero();
    }
}
