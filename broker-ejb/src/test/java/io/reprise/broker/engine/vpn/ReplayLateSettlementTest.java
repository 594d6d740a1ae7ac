package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A consumer still has a delivery from before a replay that began and was cancelled, so that the message is deliverable again: what it
 * does with the old one takes the message from nobody [spec 2.4, 4.3]. With every delivery marked on disk, and with none.
 */
class ReplayLateSettlementTest {
    private @Nullable TestVpn started;

    private TestVpn broker(boolean marking) {
        Duration age = marking ? Duration.ZERO : Duration.ofDays(1);
        TestVpn broker = TestVpn.start(settings -> settings.withMarkAges(age, age));
        ReplayLogs.enable(broker);
        broker.createQueue("q", "t");
        broker.publish("t", "1");
        started = broker;
        return broker;
    }

    @AfterEach
    void close() {
        Objects.requireNonNull(started).close();
    }

    private static void replayAndCancel(TestVpn broker) {
        broker.awaitCommitter();
        broker.administration.replays().start(EndpointKind.QUEUE, "q", ReplayRequest.from(new ReplayStart.Beginning()));
        broker.administration.replays().cancel(EndpointKind.QUEUE, "q");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givingItBackLeavesTheMessageWithWhoHasItNow(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);
        replayAndCancel(broker);
        Delivery again = next(session);
        broker.awaitCommitter();

        session.giveBack(before);
        broker.awaitCommitter();

        assertThat(session.receive(NOW)).isNull();
        broker.acknowledge(again);
        assertThat(broker.spooled("q")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failingItLeavesTheMessageWithWhoHasItNow(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);
        replayAndCancel(broker);
        Delivery again = next(session);
        broker.awaitCommitter();

        session.release(before);
        broker.awaitCommitter();

        assertThat(session.receive(NOW)).isNull();
        session.release(again);
        assertThat(next(session).deliveryCount()).isEqualTo(again.deliveryCount() + 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failingItBeforeAnybodyHasTheMessageAgainCounts(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);
        replayAndCancel(broker);

        session.release(before);
        broker.awaitCommitter();

        Delivery again = next(session);
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.redelivered()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasTakenBeforeIsNotPresentedBesideWhatWasTakenSince(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        Delivery before = Objects.requireNonNull(session.take(NOW));
        replayAndCancel(broker);
        Delivery again = Objects.requireNonNull(session.take(NOW));

        assertThat(session.present(before)).isFalse();
        session.giveBack(before);

        assertThat(session.present(again)).isTrue();
        broker.acknowledge(again);
        assertThat(broker.spooled("q")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void acknowledgingItTakesTheMessageFromWhoHasItNow(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        Delivery before = next(session);
        replayAndCancel(broker);
        Delivery again = next(session);

        broker.acknowledge(before);

        broker.acknowledge(again);
        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").acknowledgedMsgs()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theMessageComesBackAsRedelivered(boolean marking) {
        TestVpn broker = broker(marking);
        DeliverySession session = broker.consume("q");
        assertThat(next(session).deliveryCount()).isEqualTo(1);

        replayAndCancel(broker);

        Delivery again = next(session);
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(again.redelivered()).isTrue();
    }
}
