package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.AlarmView;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The alarms of a VPN and of what fills up in it [spec 5.6, 2.1]; the others are in {@link EventsAndAlarmsTest}. */
class VpnAlarmsTest {
    private static final String VPN = "default";

    private TestVpn broker = TestVpn.start(
            settings -> settings.withCheckpointInterval(Duration.ofHours(1)).withPublishTimeout(SOON.multipliedBy(60)));
    private final Alarms alarms = new Alarms();

    @AfterEach
    void close() {
        broker.close();
    }

    private AlarmWatch watch() {
        return watch(AlarmWatch.Limits.USUAL);
    }

    private AlarmWatch watch(AlarmWatch.Limits limits) {
        return new AlarmWatch(broker.life, alarms, () -> "", broker.clock, limits);
    }

    private boolean holds(AlarmCode code) {
        return alarms.holding(code, VPN) > 0;
    }

    private void publish(String topic, int bytes) {
        broker.publish(Message.to(TopicName.of(topic)).bytes(new byte[bytes]).build())
                .orThrow();
    }

    @Test
    void anEndpointThatFillsIsOneUntilThereIsRoomAgain() {
        broker.createQueue("q", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 1L), "q");
        AlarmWatch watch = watch();
        for (int i = 0; i < 29; i++) {
            publish("q", 30_000);
        }
        watch.runOnce();
        assertThat(holds(AlarmCode.ENDPOINT_FILLING)).isFalse();

        publish("q", 30_000);
        publish("q", 30_000);
        watch.runOnce();
        assertThat(alarms.list(VPN)).extracting(AlarmView::subject).containsExactly("queue 'q'");

        DeliverySession session = broker.consume("q");
        broker.acknowledge(next(session));
        broker.acknowledge(next(session));
        watch.runOnce();
        assertThat(holds(AlarmCode.ENDPOINT_FILLING)).as("between the lines").isTrue();
        broker.acknowledge(next(session));
        watch.runOnce();
        assertThat(holds(AlarmCode.ENDPOINT_FILLING)).isFalse();
    }

    @Test
    void aVpnWhoseQuotaFillsIsOne() {
        broker.administration.changeVpn(
                broker.administration.vpn().settings().with(VpnAttributes.MAX_SPOOL_USAGE, 1L), -1);
        broker.createQueue("a", "a");
        broker.createQueue("b", "b");
        AlarmWatch watch = watch();
        publish("a", 600_000);
        watch.runOnce();
        assertThat(holds(AlarmCode.VPN_SPOOL_FILLING)).isFalse();

        publish("b", 350_000);
        watch.runOnce();

        assertThat(holds(AlarmCode.VPN_SPOOL_FILLING)).isTrue();
        assertThat(holds(AlarmCode.ENDPOINT_FILLING)).isFalse();
    }

    @Test
    void aReplayLogThatReachesNinetyPercentIsOneForAsLongAsItIsTrimmed() {
        new LogOf(broker).create(1);
        AlarmWatch watch = watch();
        publish("t", 800_000);
        watch.runOnce();
        assertThat(holds(AlarmCode.REPLAY_LOG_FILLING)).isFalse();

        publish("t", 98_000);
        watch.runOnce();
        assertThat(holds(AlarmCode.REPLAY_LOG_FILLING)).isTrue();

        broker.administration.replayLog().trimOlderThan(broker.clock.instant().plusSeconds(1));
        watch.runOnce();
        assertThat(holds(AlarmCode.REPLAY_LOG_FILLING)).isFalse();
        assertThat(alarms.list(VPN))
                .hasSize(1)
                .allMatch(alarm -> alarm.cleared().isPresent());
    }

    @Test
    void aCommitterThatIsLongAtOneEntryIsOneAndItsHealthSaysSo() throws Exception {
        AlarmWatch watch = watch(new AlarmWatch.Limits(Duration.ZERO, 1_000, Duration.ofMinutes(1)));
        // Whoever waited for the last entry may be told before the committer rests.
        await().untilAsserted(() -> {
            watch.runOnce();
            assertThat(holds(AlarmCode.COMMITTER_STALLED)).isFalse();
        });
        broker.rows().goAway();
        PendingOutcome writing = broker.vpn.submit(WorkUnit.publishing(message("q", "waits")));
        broker.awaitWriting();

        Future<Boolean> seen = broker.inBackground(() -> {
            watch.runOnce();
            return holds(AlarmCode.COMMITTER_STALLED);
        });

        assertThat(seen.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(broker.life.health(Duration.ZERO).up()).isFalse();
        assertThat(broker.life.health(Duration.ZERO).detail()).contains("at one log entry for");
        assertThat(broker.life.health(Duration.ofHours(1)).up()).isTrue();
        broker.rows().comeBack();
        writing.await().orThrow();
        Awaitility.await()
                .atMost(SOON)
                .until(() -> broker.core().committerBusy().isZero());
        watch.runOnce();
        assertThat(holds(AlarmCode.COMMITTER_STALLED)).isFalse();
    }

    @Test
    void checkpointsThatDontKeepUpAreOne() {
        AlarmWatch watch = watch(new AlarmWatch.Limits(Duration.ofHours(1), 5, Duration.ofHours(1)));
        broker.createQueue("q", "q");
        for (int i = 0; i < 6; i++) {
            broker.publish("q", "m");
        }

        watch.runOnce();

        assertThat(broker.administration.statistics().checkpointLagEntries()).isGreaterThan(5);
        assertThat(holds(AlarmCode.CHECKPOINT_LAGS)).isTrue();
    }

    @Test
    void aBranchThatNobodyDecidesIsOneAfterTenMinutes() {
        broker.createQueue("q", "q");
        AlarmWatch watch = watch();
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        broker.vpn.prepare(branch, WorkUnit.publishing(message("q", "m"))).orThrow();
        watch.runOnce();
        broker.clock.advance(Duration.ofMinutes(10));
        watch.runOnce();
        assertThat(holds(AlarmCode.BRANCH_UNDECIDED)).isFalse();

        broker.clock.advance(Duration.ofSeconds(1));
        watch.runOnce();
        assertThat(holds(AlarmCode.BRANCH_UNDECIDED)).isTrue();

        broker.vpn.rollbackPrepared(branch).orThrow();
        watch.runOnce();
        assertThat(holds(AlarmCode.BRANCH_UNDECIDED)).isFalse();
    }

    @Test
    void aVpnThatAnotherBrokerServesIsOneAndAlsoWhatItIsNot() throws Exception {
        broker.duties.holdRetries();
        broker.takenOverByAnother();
        broker.publish("q", "finds out");
        Awaitility.await().atMost(SOON).until(() -> broker.life.status() == VpnStatus.FENCED);

        watch().runOnce();

        assertThat(holds(AlarmCode.VPN_STANDS_BY)).isTrue();
        assertThat(holds(AlarmCode.VPN_NOT_SERVED)).isFalse();
    }

    @Test
    void aVpnThatCantBeRecoveredIsOneUntilItIs() throws Exception {
        broker.duties.holdRetries();
        broker.script.once((entry, really) -> {
            broker.refuseOpening("the head of entry 7 is damaged");
            return AppendResult.of(AppendResult.Kind.ABANDONED, "given up");
        });
        broker.publish("q", "given up");
        Awaitility.await().atMost(SOON).until(() -> !broker.life.failure().isEmpty());

        AlarmWatch watch = watch();
        watch.runOnce();
        List<AlarmView> told = alarms.list(VPN);
        broker.refuseOpening("");
        broker.duties.retry();
        watch.runOnce();

        assertThat(told).extracting(AlarmView::code).containsExactly(AlarmCode.VPN_NOT_SERVED);
        assertThat(told.get(0).detail()).contains("entry 7 is damaged");
        assertThat(holds(AlarmCode.VPN_NOT_SERVED)).isFalse();
    }

    @Test
    void aClockThatJumpsIsOne() {
        broker.close();
        SettableClock database = new SettableClock();
        broker = TestVpn.start(new SettableClock(), database);

        broker.clock.advance(Duration.ofDays(30));
        broker.duties.runAll();
        watch().runOnce();

        assertThat(holds(AlarmCode.CLOCK_REFUSED)).isTrue();
    }

    @Test
    void aDatabaseThatCantPurgeIsOneOfAllVpns() {
        long[] length = {HistoryWatch.MOST};
        HistoryWatch watch = new HistoryWatch(() -> length[0], () -> List.of(VPN, "other"), alarms, broker.clock);
        watch.runOnce();
        assertThat(holds(AlarmCode.DATABASE_HISTORY_GROWS)).isFalse();

        length[0]++;
        watch.runOnce();

        assertThat(watch.length()).isEqualTo(HistoryWatch.MOST + 1);
        assertThat(alarms.holding(AlarmCode.DATABASE_HISTORY_GROWS, VPN)).isEqualTo(1);
        assertThat(alarms.holding(AlarmCode.DATABASE_HISTORY_GROWS, "other")).isEqualTo(1);
    }
}
