package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** L29, the engine's part: it stops when it is told to, in order, and interrupts break nothing off. */
class L29StopTest {
    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", "q");
        broker.publish("q", "m");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void l29_drainingPresentsNothingMoreAndWaitsForWhatIsPresented() throws Exception {
        Flow flow = broker.bind("q");
        DeliverySession session = flow.openSession();
        Delivery delivery = next(session);
        broker.publish("q", "not presented any more");
        Future<Boolean> draining = broker.inBackground(() -> {
            broker.life.drain(SOON);
            return true;
        });
        Awaitility.await().atMost(SOON).until(() -> !flow.endReason().isEmpty());
        assertThat(flow.endReason()).isEqualTo("broker is stopping");
        assertThat(session.receive(SOON)).isNull();
        assertThat(draining.isDone()).isFalse();

        broker.acknowledge(delivery);

        assertThat(draining.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void l29_drainingEndsAtItsLimit() {
        Delivery held = next(broker.consume("q"));

        broker.life.drain(Duration.ofMillis(20));

        broker.acknowledge(held);
    }

    @Test
    void l29_whoBindsWhileItDrainsIsToldThatItStops() {
        broker.life.drain(Duration.ZERO);

        assertThatThrownBy(() -> broker.bind("q"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VPN_DOWN))
                .hasMessageContaining("broker is stopping");
    }

    @Test
    void l29_aStopServesTheSettlementsThatAreQueuedAndRejectsThePublishes() throws Exception {
        DeliverySession session = broker.consume("q");
        Delivery delivery = next(session);
        ScriptedStore.Gate gate = broker.holdCommitter();
        PendingOutcome publish = broker.vpn.submit(WorkUnit.publishing(message("q", "too late")));
        PendingOutcome ack = broker.vpn.submit(WorkUnit.acknowledging(delivery));
        Future<Boolean> stopping = broker.inBackground(() -> {
            broker.life.stop(SOON);
            return true;
        });
        CompletableFuture<CommitOutcome> rejected = new CompletableFuture<>();
        publish.whenSettled(Runnable::run, rejected::complete);
        assertThat(rejected.get(10, TimeUnit.SECONDS)).isInstanceOf(Rejected.class);

        gate.open();

        assertThat(ack.await()).isInstanceOf(Stored.class);
        assertThat(stopping.get(10, TimeUnit.SECONDS)).isTrue();
        broker = broker.restarted();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void l29_aStopWithTheDatabaseAwayEndsAndWhatWasBeingStoredIsUnknown() throws Exception {
        broker.rows().goAway();
        Future<CommitOutcome> publish = broker.inBackground(() -> broker.publish("q", "x"));
        broker.awaitWriting();

        broker.life.stop(Duration.ofMillis(20));

        assertThat(publish.get(10, TimeUnit.SECONDS)).isInstanceOf(CommitOutcome.Unknown.class);
        assertThat(broker.life.status()).isEqualTo(VpnStatus.STOPPED);
        broker.rows().comeBack();
    }

    @Test
    void l29_aSecondStopDoesNothing() {
        broker.life.stop(SOON);
        broker.life.stop(SOON);

        assertThat(broker.life.status()).isEqualTo(VpnStatus.STOPPED);
        assertThat(broker.publish("q", "x"))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.VPN_DOWN));
    }

    @Test
    void l29_anInterruptBreaksNoWaitOffAndIsKept() throws Exception {
        ScriptedStore.Gate gate = broker.script.hold();
        Future<Boolean> publishing = broker.inBackground(() -> {
            Thread.currentThread().interrupt();
            return broker.publish("q", "x") instanceof Stored && Thread.interrupted();
        });
        gate.awaitReached();

        gate.open();

        assertThat(publishing.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void l29_anInterruptOfTheCommitterIsIgnored() {
        broker.interruptCommitter();

        assertThat(broker.publish("q", "x")).isInstanceOf(Stored.class);
        assertThat(broker.life.status()).isEqualTo(VpnStatus.ACTIVE);
    }
}
