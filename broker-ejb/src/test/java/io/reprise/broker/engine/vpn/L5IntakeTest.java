package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L5: the lanes of the intake, and what a timeout may take back. */
class L5IntakeTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private void startWith(Duration publishTimeout, int intakeKib) {
        broker.close();
        broker = TestVpn.start(
                settings -> settings.withPublishTimeout(publishTimeout).withIntakeKib(intakeKib));
        broker.createQueue("q", "q");
    }

    private static void assertBackPressure(CommitOutcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.BACK_PRESSURE));
    }

    @Test
    void l5_publishesAreBoundedAndAcknowledgementsPassThem() throws Exception {
        startWith(Duration.ofSeconds(20), 64);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        long from = broker.lastCommitNo() + 2;
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> publishes = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            publishes.add(broker.vpn.submit(WorkUnit.publishing(message("q", "p" + i))));
        }
        Future<PendingOutcome> waiting =
                broker.inBackground(() -> broker.vpn.submit(WorkUnit.publishing(message("q", "no room"))));

        PendingOutcome ack = broker.vpn.submit(WorkUnit.acknowledging(delivery));

        assertThat(waiting.isDone()).isFalse();
        gate.open();
        ack.await().orThrow();
        publishes.forEach(publish -> publish.await().orThrow());
        waiting.get(10, TimeUnit.SECONDS).await().orThrow();
        EntryHead first = broker.entriesFrom(from).get(0);
        assertThat(first.effects()).hasAtLeastOneElementOfType(Removed.class);
        assertThat(broker.spooled("q")).isEqualTo(65);
    }

    @Test
    void l5_acknowledgementsAreServedBeforePublishesThatCameEarlier() {
        broker.createQueue("q", "q");
        broker.publish("q", "m");
        Delivery delivery = next(broker.consume("q"));
        long from = broker.lastCommitNo() + 2;
        ScriptedStore.Gate gate = broker.holdCommitter();
        String large = "x".repeat(200_000);
        List<PendingOutcome> publishes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            publishes.add(broker.vpn.submit(WorkUnit.publishing(message("q", large))));
        }
        PendingOutcome ack = broker.vpn.submit(WorkUnit.acknowledging(delivery));
        gate.open();

        ack.await().orThrow();
        publishes.forEach(publish -> publish.await().orThrow());
        List<EntryHead> entries = broker.entriesFrom(from);
        assertThat(entries).hasSizeGreaterThan(2);
        assertThat(entries.get(0).effects()).hasAtLeastOneElementOfType(Removed.class);
    }

    @Test
    void l5_aPublishThatFindsNoRoomInTimeIsRejectedAndNowhere() {
        startWith(Duration.ofSeconds(1), 4);
        ScriptedStore.Gate gate = broker.holdCommitter();
        for (int i = 0; i < 4; i++) {
            assertThat(broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x"))))
                    .isNotNull();
        }

        CommitOutcome outcome = broker.publish("q", "no room");

        assertBackPressure(outcome);
        gate.open();
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void l5_aTimeoutWithdrawsWhatWasNotTakenAndNothingOfItHappens() {
        startWith(Duration.ofSeconds(1), 1_000);
        ScriptedStore.Gate gate = broker.holdCommitter();

        CommitOutcome outcome = broker.publish("q", "too late");

        assertBackPressure(outcome);
        gate.open();
        broker.awaitCommitter();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void l5_whatWasTakenIsUnknownAtTheTimeoutAndSettledLater() {
        startWith(Duration.ofSeconds(1), 1_000);
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome pending = broker.vpn.submit(WorkUnit.publishing(message("q", "m")));
        gate.awaitReached();

        assertThat(pending.await()).isInstanceOf(CommitOutcome.Unknown.class);

        CompletableFuture<CommitOutcome> later = new CompletableFuture<>();
        pending.whenSettled(Runnable::run, later::complete);
        gate.open();
        assertThat(later.join()).isInstanceOf(Stored.class);
        assertThat(pending.await()).isInstanceOf(Stored.class);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void l5_theCommitterRunsNoForeignCode() throws Exception {
        broker.createQueue("q", "q");
        CompletableFuture<String> wokenBy = new CompletableFuture<>();
        CompletableFuture<String> settledBy = new CompletableFuture<>();
        DeliverySession session = broker.consume("q");
        session.whenAvailable(() -> wokenBy.complete(Thread.currentThread().getName()));
        ScriptedStore.Gate gate = broker.script.hold();

        PendingOutcome pending = broker.vpn.submit(WorkUnit.publishing(message("q", "m")));
        pending.whenSettled(
                broker.duties, how -> settledBy.complete(Thread.currentThread().getName()));
        gate.open();

        assertThat(wokenBy.get(10, TimeUnit.SECONDS)).isEqualTo("background");
        assertThat(settledBy.get(10, TimeUnit.SECONDS)).isEqualTo("background");
    }

    /** Found: they slept on for the rest of their publish timeout. */
    @Test
    void l5_whoWaitsForRoomIsToldWhenTheVpnStops() throws Exception {
        startWith(Duration.ofSeconds(60), 4);
        ScriptedStore.Gate gate = broker.holdCommitter();
        for (int i = 0; i < 4; i++) {
            assertThat(broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x"))))
                    .isNotNull();
        }
        Future<CommitOutcome> waiting = broker.inBackground(() -> broker.publish("q", "no room"));

        broker.core().close(new Rejected(ErrorCode.VPN_DOWN, "stopping"));

        assertThat(waiting.get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.VPN_DOWN));
        gate.open();
    }

    /** Found: as long as refusals came in, the entry that would have made room was not written. */
    @Test
    void l5_aFloodOfRefusalsDoesNotKeepAnEntryFromBeingWritten() {
        broker.createQueue("q", "q");
        ScriptedStore.Gate gate = broker.holdCommitter();
        PendingOutcome good = broker.vpn.submit(WorkUnit.publishing(message("q", "m")));
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 5_000; i++) {
            broker.vpn
                    .submit(WorkUnit.publishing(message("#P2P/QUE/missing", "x")))
                    .whenSettled(Runnable::run, how -> refused.incrementAndGet());
        }
        AtomicInteger refusedWhenWritten = new AtomicInteger();
        broker.script.once((entry, really) -> {
            refusedWhenWritten.set(refused.get());
            return really.get();
        });
        gate.open();

        good.await().orThrow();
        broker.publish("q", "behind the flood").orThrow();
        assertThat(refusedWhenWritten.get()).isEqualTo(1_000);
        assertThat(refused.get()).isEqualTo(5_000);
    }

    @Test
    void l5_aReleaseOverAStuckIntakeIsServed() {
        startWith(Duration.ofSeconds(20), 4);
        broker.publish("q", "m");
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.holdCommitter();
        for (int i = 0; i < 4; i++) {
            assertThat(broker.vpn.submit(WorkUnit.publishing(message("elsewhere", "x"))))
                    .isNotNull();
        }

        session.release(delivery);
        gate.open();

        assertThat(next(session).deliveryCount()).isEqualTo(2);
    }

    @Test
    void l5_publishesOfOneThreadAreStoredInTheirOrder() {
        broker.createQueue("q", "q");
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message("q", "m" + i))));
        }

        long last = 0;
        for (PendingOutcome each : pending) {
            long id = each.await().orThrow().firstMsgId();
            assertThat(id).isGreaterThan(last);
            last = id;
        }
    }
}
