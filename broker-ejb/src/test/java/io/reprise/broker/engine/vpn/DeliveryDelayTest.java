package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that wait before they are first delivered: by their sender's word, by their endpoint's [spec 1.4]. */
class DeliveryDelayTest {
    private static final BranchId BRANCH = new BranchId(1, new byte[] {1}, new byte[] {2});

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings delayed(long seconds) {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.DELIVERY_DELAY, seconds);
    }

    private MessageBuilder in(Duration delay, String text) {
        return Message.to(TopicName.of("q")).text(text).deliveryTimeMillis(broker.clock.millis() + delay.toMillis());
    }

    @ParameterizedTest
    @CsvSource({"5, 0, 5000", "0, 1500, 1500", "5, 1500, 5000", "1, 1500, 1500", "0, -10, 0"})
    void aMessageWaitsForTheLaterOfItsSendersTimeAndItsEndpointsDelay(
            long endpointSeconds, long senderMillis, long waitsMillis) {
        broker.createQueue("q", delayed(endpointSeconds), "q");
        DeliverySession session = broker.consume("q");
        broker.publish(in(Duration.ofMillis(senderMillis), "m").build());

        if (waitsMillis > 0) {
            assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
            broker.clock.advance(Duration.ofMillis(waitsMillis - 1));
            assertThat(session.receive(NOW)).isNull();
            broker.clock.advance(Duration.ofMillis(1));
        }

        Delivery delivery = next(session);
        assertThat(delivery.deliveryCount()).isEqualTo(1);
        assertThat(broker.figures("q").delayedMsgCount()).isZero();
    }

    @Test
    void eachEndpointHasItsOwnDelay() {
        broker.createQueue("q", delayed(2), "q");
        broker.createQueue("at once", delayed(0), "q");
        broker.publish("q", "m");

        assertThat(nextText(broker.consume("at once"))).isEqualTo("m");
        assertThat(nextText(broker.consume("q"))).isNull();
        assertThat(broker.figures("at once").delayedMsgCount()).isZero();
    }

    @Test
    void itsWaitIsInTheEntryThatPlacesItAndSurvivesARestart() {
        broker.createQueue("q", delayed(0), "q");
        long before = broker.lastCommitNo();
        broker.publish(in(Duration.ofSeconds(10), "late").build());
        assertThat(broker.entriesFrom(before + 1)).hasSize(1);
        broker.publish("q", "soon");
        broker.duties.runAll();
        broker = broker.restarted();

        DeliverySession session = broker.consume("q");
        assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
        assertThat(broker.drain(session)).containsExactly("soon");
        broker.clock.advance(Duration.ofSeconds(10));
        assertThat(broker.drain(session)).containsExactly("late");
        assertThat(broker.spooled("q")).isZero();
    }

    /** A session that waits is not even woken for it. */
    @Test
    void aWaitingSessionGetsItWhenItsTimeComesAndNotBefore() throws Exception {
        broker.createQueue("q", delayed(3), "q");
        DeliverySession session = broker.consume("q");
        Future<Delivery> waiting = broker.inBackground(() -> next(session));
        for (int i = 0; i < 200; i++) {
            broker.publish("q", "m" + i);
        }
        assertThat(waiting.isDone()).isFalse();
        assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(200);

        broker.clock.advance(Duration.ofSeconds(3));

        assertThat(text(waiting.get(10, TimeUnit.SECONDS))).isEqualTo("m0");
    }

    @Test
    void thoseWithoutAWaitOvertakeAndEachComesAtItsTime() {
        broker.createQueue("q", delayed(0), "q");
        DeliverySession session = broker.consume("q");
        broker.publish(in(Duration.ofSeconds(3), "c").build());
        broker.publish(in(Duration.ofSeconds(1), "a").build());
        broker.publish(in(Duration.ofSeconds(2), "b").build());
        broker.publish("q", "now");

        assertThat(broker.drain(session)).containsExactly("now");
        for (String due : List.of("a", "b", "c")) {
            broker.clock.advance(Duration.ofSeconds(1));
            assertThat(broker.drain(session)).containsExactly(due);
        }
    }

    @Test
    void expiryRunsFromThePublishAndAWaitingMessageExpires() {
        broker.createQueue("q", delayed(0), "q");
        broker.publish(in(Duration.ofSeconds(10), "m").ttlMillis(4_000).build());
        broker.clock.advance(Duration.ofSeconds(4));

        broker.duties.runAll();

        assertThat(broker.spooled("q")).isZero();
        assertThat(broker.figures("q").expiredMsgs()).isEqualTo(1);
        assertThat(broker.figures("q").delayedMsgCount()).isZero();
    }

    /** The delivery time its sender gave stands since the send; the endpoint's delay counts from when the branch commits. */
    @ParameterizedTest
    @CsvSource({"0, 4000", "3, 6000"})
    void aPreparedMessageWaitsFromItsSendAndFromItsCommit(long endpointSeconds, long dueMillis) {
        broker.createQueue("q", delayed(endpointSeconds), "q");
        long sent = broker.clock.millis();
        broker.vpn
                .prepare(
                        BRANCH,
                        WorkUnit.publishing(in(Duration.ofMillis(4_000), "m").build()))
                .orThrow();
        broker.clock.advance(Duration.ofSeconds(3));
        broker.vpn.commitPrepared(BRANCH).orThrow();
        DeliverySession session = broker.consume("q");

        broker.clock.set(sent + dueMillis - 1);
        assertThat(session.receive(NOW)).isNull();
        broker.clock.set(sent + dueMillis);

        assertThat(nextText(session)).isEqualTo("m");
    }

    @Test
    void aLastValueQueueForgetsTheWaitOfWhatWasReplaced() {
        broker.createQueue("q", delayed(2).with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "q");
        broker.vpn
                .commit(WorkUnit.publishing(in(Duration.ZERO, "old").build())
                        .publish(in(Duration.ZERO, "newer").build()))
                .orThrow();
        broker.clock.advance(Duration.ofSeconds(1));
        broker.publish("q", "newest");

        assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
        broker.clock.advance(Duration.ofSeconds(2));

        assertThat(broker.drain(broker.consume("q"))).containsExactly("newest");
    }
}
