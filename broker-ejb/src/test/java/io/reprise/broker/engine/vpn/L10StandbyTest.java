package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L10: a broker whose VPN another one took over stands by, and serves it again when that one has gone. */
class L10StandbyTest {
    private final TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private void fence() {
        broker.createQueue("q", "q");
        broker.duties.holdRetries();
        broker.takenOverByAnother();
        broker.publish("q", "finds out");
        Awaitility.await().atMost(SOON).until(() -> broker.life.status() == VpnStatus.FENCED);
    }

    @Test
    void l10_servesTheVpnAgainWhenTheOtherOwnerIsGone() throws Exception {
        fence();
        broker.duties.retry();
        assertThat(broker.life.status()).isEqualTo(VpnStatus.FENCED);
        assertThat(broker.life.detail()).contains("owned by 'another'");
        assertThat(broker.publish("q", "x"))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.STEPPED_DOWN));

        broker.otherIsGone();
        broker.duties.retry();

        assertThat(broker.life.status()).isEqualTo(VpnStatus.ACTIVE);
        assertThat(broker.publish("q", "served")).isInstanceOf(Stored.class);
    }

    @Test
    void l10_looksEverLessOftenWhileTheOtherLivesAndAtOnceAgainTheNextTime() throws Exception {
        fence();
        List<Duration> delays = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            delays.add(broker.duties.retry());
        }
        assertThat(delays).extracting(Duration::toSeconds).containsExactly(1L, 1L, 2L, 4L, 8L, 16L, 16L);
        broker.otherIsGone();
        broker.duties.retry();

        broker.takenOverByAnother();
        broker.publish("q", "finds out again");

        assertThat(broker.duties.retry()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void l10_aBrokerThatFindsAnotherOwnerWhenItRecoversStandsBy() throws Exception {
        broker.createQueue("q", "q");
        broker.duties.holdRetries();
        broker.takenOverByAnother();
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
        broker.publish("q", "given up");
        Awaitility.await().atMost(SOON).until(() -> broker.life.status() == VpnStatus.FENCED);

        broker.otherIsGone();
        broker.duties.retry();

        assertThat(broker.life.status()).isEqualTo(VpnStatus.ACTIVE);
    }

    @Test
    void l10_aStopWhileStandingByEndsTheLooking() throws Exception {
        fence();
        broker.life.stop(SOON);
        broker.otherIsGone();
        long epoch = broker.rows().epoch();

        broker.duties.retry();

        assertThat(broker.life.status()).isEqualTo(VpnStatus.STOPPED);
        assertThat(broker.rows().epoch()).isEqualTo(epoch);
        assertThat(broker.duties.hasRetry()).isFalse();
    }

    @Test
    void l10_ofTwoBrokersOnOneDatabaseTheOneTakenOverComesBackWhenTheOtherEnds() {
        try (TestBroker paused = TestBroker.withoutSignsOfLife()) {
            paused.createQueue("q", "q");
            try (TestBroker other = paused.another()) {
                assertThat(publish(other)).isInstanceOf(Stored.class);
                assertThat(publish(paused)).isNotInstanceOf(Stored.class);
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> paused.administration.statistics().state().equals("FENCED"));
                assertThat(publish(other)).isInstanceOf(Stored.class);
            }

            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> publish(paused) instanceof Stored);

            assertThat(paused.administration.statistics().spooledMsgCount()).isEqualTo(3);
        }
    }

    private static CommitOutcome publish(TestBroker broker) {
        return broker.vpn.commit(
                WorkUnit.publishing(Message.to(TopicName.of("q")).text("m").build()));
    }
}
