package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times to live, of the sender and of the endpoint [spec 1.4, LOG.md L19, L20]. */
class TimeToLiveTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static Message message(String text, Duration timeToLive) {
        return Message.to(TopicName.of("q"))
                .ttlMillis(timeToLive.toMillis())
                .text(text)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        // sender s, maxTtl s, respected, lives for s (0 = ever)
        "0,  0,  true,  0",
        "10, 0,  true,  10",
        "0,  10, true,  10",
        "10, 20, true,  10",
        "20, 10, true,  10",
        "10, 20, false, 0",
        "0,  20, false, 0"
    })
    void itLivesAsLongAsTheShorterOneSaysWhereTheyAreRespected(
            long sender, long maxTtl, boolean respected, long lives) {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.MAX_TTL, maxTtl)
                        .with(EndpointAttributes.RESPECT_TTL_ENABLED, respected),
                "q");
        broker.publish(message("m", Duration.ofSeconds(sender)));
        DeliverySession session = broker.consume("q");

        broker.clock.advance(Duration.ofSeconds(lives == 0 ? 1_000 : lives).minusMillis(1));
        Delivery before = next(session);
        session.giveBack(before);
        broker.awaitCommitter(); // which takes back its mark, if it has one by now
        assertThat(before.expirationMillis()).isEqualTo(lives == 0 ? 0 : broker.clock.millis() + 1);
        broker.clock.advance(Duration.ofMillis(1));

        assertThat(nextText(session)).isEqualTo(lives == 0 ? "m" : null);
        assertThat(broker.spooled("q")).isEqualTo(lives == 0 ? 1 : 0);
        assertThat(broker.figures("q").expiredMsgs()).isEqualTo(lives == 0 ? 0 : 1);
    }

    @Test
    void itIsSweptThoughNobodyAsks() {
        broker.createQueue("q", "q");
        broker.publish(message("short", Duration.ofSeconds(5)));
        broker.publish(message("ever", Duration.ZERO));
        broker.publish(message("long", Duration.ofSeconds(60)));
        broker.clock.advance(Duration.ofMillis(4_999));
        broker.duties.runAll();
        assertThat(broker.spooled("q")).isEqualTo(3);

        broker.clock.advance(Duration.ofMillis(1));
        broker.duties.runAll();

        assertThat(broker.spooled("q")).isEqualTo(2);
        broker.clock.advance(Duration.ofSeconds(55));
        broker.duties.runAll();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("ever");
        assertThat(broker.figures("q").expiredMsgs()).isEqualTo(2);
        assertThat(broker.figures("q").spooledBytes()).isZero();
    }

    @Test
    void manyAreSweptInOneRun() {
        broker.createQueue("q", "q");
        for (int i = 0; i < 2_500; i++) {
            broker.vpn.submit(WorkUnit.publishing(message("m", Duration.ofSeconds(10))));
        }
        broker.awaitCommitter();
        broker.clock.advance(Duration.ofSeconds(10));

        broker.duties.runAll();

        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void inFlightItDoesNotExpireButBackAtItsPlaceItDoes() {
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ofSeconds(5)));
        DeliverySession session = broker.consume("q");
        Delivery held = next(session);
        broker.clock.advance(Duration.ofSeconds(6));

        broker.duties.runAll();
        assertThat(broker.spooled("q")).isEqualTo(1);
        session.release(held);
        broker.awaitCommitter();
        broker.duties.runAll();

        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void inFlightItCanBeAcknowledgedAfterItsTime() {
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ofSeconds(5)));
        Delivery held = next(broker.consume("q"));
        broker.clock.advance(Duration.ofSeconds(6));
        broker.duties.runAll();

        broker.acknowledge(held);

        assertThat(broker.figures("q").acknowledgedMsgs()).isEqualTo(1);
        assertThat(broker.figures("q").expiredMsgs()).isZero();
    }

    /** Found: a thousand in flight at a lane's head hid all behind them from the sweeper. */
    @Test
    void manyInFlightHideNoneBehindThem() {
        broker.createQueue("q", "q");
        for (int i = 0; i < 1_500; i++) {
            broker.vpn.submit(WorkUnit.publishing(message("m" + i, Duration.ofSeconds(10))));
        }
        broker.awaitCommitter();
        DeliverySession session = broker.consume("q");
        List<Delivery> held = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            held.add(next(session));
        }
        broker.clock.advance(Duration.ofSeconds(10));

        broker.duties.runAll();

        assertThat(broker.spooled("q")).isEqualTo(1_200);
    }

    /** Found: what the sweeper had taken out of everybody's reach stayed there when the database failed half-way. */
    @Test
    void aSweepThatFailsLeavesEveryMessageWithinReach() {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(0));
        broker.createQueue("q", "q");
        broker.publish(message("a", Duration.ofSeconds(5)));
        broker.publish(message("b", Duration.ofSeconds(5)));
        broker.clock.advance(Duration.ofSeconds(5));
        broker.rows().failNext(InMemoryVpnStore.Call.READ, InMemoryVpnStore.Fault.NOT_DONE);
        broker.duties.runAll();

        broker.rows().refuseNextAppend("disk full");
        broker.duties.runAll();
        assertThat(broker.spooled("q")).isEqualTo(2);

        broker.duties.runAll();
        assertThat(broker.spooled("q")).isZero();
    }

    /** Found: a claimed message whose removal was refused stayed in its consumer's hand for ever. */
    @Test
    void aRemovalRefusedAtDeliveryIsTriedAgain() {
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ofSeconds(5)));
        DeliverySession session = broker.consume("q");
        broker.clock.advance(Duration.ofSeconds(5));
        broker.rows().refuseNextAppend("disk full");

        assertThat(nextText(session)).isNull();
        broker.awaitCommitter();
        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
        assertThat(nextText(session)).isNull();

        assertThat(broker.spooled("q")).isZero();
    }

    /** Found: JMS allows any long as time to live; the sum ran over and the message was dead on arrival. */
    @Test
    void aTimeToLiveBeyondTheEndOfTimeIsNone() {
        broker.createQueue("q", "q");
        for (long millis : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - broker.clock.millis()}) {
            assertThat(broker.publish(message("m", Duration.ofMillis(millis)))).isInstanceOf(Stored.class);
        }

        broker = broker.restarted();

        DeliverySession session = broker.consume("q");
        assertThat(next(session).expirationMillis()).isZero();
        assertThat(next(session).expirationMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void expiryOutlivesARestart() {
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ofSeconds(5)));
        broker.duties.runAll();

        broker = broker.restarted();
        broker.clock.advance(Duration.ofSeconds(5));

        assertThat(nextText(broker.consume("q"))).isNull();
        assertThat(broker.spooled("q")).isZero();
    }

    /** L20: what orders never falls, what ends does so by the wall clock. Found: deadlines counted from the former. */
    @Test
    void l20_deadlinesCountFromTheWallClockAlsoWhereSpooledTimesStandStill() {
        broker.createQueue("q", "q");
        broker.publish(message("first", Duration.ZERO));
        long firstMillis = broker.clock.millis();
        broker.clock.set(firstMillis - 30_000);

        broker.publish(message("second", Duration.ofSeconds(5)));

        DeliverySession session = broker.consume("q");
        next(session);
        Delivery second = next(session);
        assertThat(second.spooledTimeMillis()).isEqualTo(firstMillis);
        assertThat(second.expirationMillis()).isEqualTo(firstMillis - 25_000);
    }

    @Test
    void l20_aJumpThatTheDatabaseDeniesExpiresNothingAndIsNoMessagesTime() {
        broker.close();
        SettableClock database = new SettableClock();
        broker = TestVpn.start(new SettableClock(), database);
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ofHours(1)));

        broker.clock.advance(Duration.ofDays(30));
        broker.duties.runAll();
        broker.publish(message("later", Duration.ZERO));

        DeliverySession session = broker.consume("q");
        assertThat(TestVpn.text(next(session))).isEqualTo("m");
        assertThat(next(session).spooledTimeMillis()).isCloseTo(database.millis(), within(60_000L));
        assertThat(broker.life.isClockRefused()).isTrue();
    }

    @Test
    void aMessageWhoseBodyCantBeReadNowComesLater() {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(0));
        broker.createQueue("q", "q");
        broker.publish(message("m", Duration.ZERO));
        DeliverySession session = broker.consume("q");
        broker.rows().failNext(InMemoryVpnStore.Call.READ, InMemoryVpnStore.Fault.NOT_DONE);

        org.assertj.core.api.Assertions.assertThatThrownBy(session::receiveNow).isInstanceOf(BrokerException.class);

        assertThat(broker.figures("q").inFlightMsgCount()).isZero();
        assertThat(next(session).deliveryCount()).isEqualTo(1);
    }
}
