package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failed messages that wait, and the timers that bring them back [spec 4.3]. */
class RedeliveryDelayTest {
    private final TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                        .with(EndpointAttributes.REDELIVERY_DELAY_ENABLED, true)
                        .with(EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL, 1_000L)
                        .with(EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER, 500L),
                "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void failNext() {
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();
        session.close();
    }

    /** Found: it was offered at once. */
    @Test
    void aRefusedPurgeLeavesADelayedMessageWaiting() {
        broker.publish("q", "m");
        failNext();
        broker.rows().refuseNextAppend("disk full");
        assertThatThrownBy(() -> broker.administration.purge(EndpointKind.QUEUE, "q"))
                .hasMessageContaining("disk full");

        assertThat(broker.consume("q").receive(NOW)).isNull();
        assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
        broker.clock.advance(Duration.ofSeconds(1));
        assertThat(nextText(broker.consume("q"))).isEqualTo("m");
    }

    /** Found: each failure left a timer behind that went off when the message did that waits longest. */
    @Test
    void timersDoNotPileUpBehindOneThatWaitsLong() {
        broker.publish("q", "long");
        failNext();
        broker.clock.advance(Duration.ofSeconds(1));
        failNext();
        broker.clock.advance(Duration.ofSeconds(5));
        failNext();

        for (int i = 0; i < 20; i++) {
            broker.publish("q", "short " + i);
            failNext();
            broker.clock.advance(Duration.ofSeconds(1));
            assertThat(broker.drain(broker.consume("q"))).containsExactly("short " + i);
        }

        assertThat(broker.figures("q").delayedMsgCount()).isEqualTo(1);
        assertThat(broker.clock.timers()).isLessThanOrEqualTo(2);
        broker.clock.advance(Duration.ofSeconds(5));
        assertThat(nextText(broker.consume("q"))).isEqualTo("long");
    }

    @Test
    void severalThatWaitForTheSameTimeAllComeThen() {
        for (int i = 0; i < 3; i++) {
            broker.publish("q", "m" + i);
        }
        DeliverySession session = broker.consume("q");
        for (int i = 0; i < 3; i++) {
            session.release(next(session));
            broker.awaitCommitter();
        }
        assertThat(session.receive(NOW)).isNull();

        broker.clock.advance(Duration.ofSeconds(1));

        assertThat(broker.drain(session)).containsExactly("m0", "m1", "m2");
    }

    @Test
    void aClockThatGoesBackMakesItWaitLongerAndLosesNothing() {
        broker.publish("q", "m");
        failNext();
        long due = broker.clock.millis() + 1_000;

        broker.clock.set(due - 60_000);
        assertThat(broker.consume("q").receive(NOW)).isNull();
        broker.clock.set(due);

        assertThat(nextText(broker.consume("q"))).isEqualTo("m");
    }

    @Test
    void aClockThatJumpsOverItsTimeBringsItWithTheNextDuty() {
        broker.publish("q", "m");
        failNext();

        broker.clock.jump(Duration.ofSeconds(1));
        broker.duties.runAll();

        assertThat(nextText(broker.consume("q"))).isEqualTo("m");
    }
}
