package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** L17: where a publish would make the replay log too full, the oldest entries leave it in that very entry. */
@Timeout(60)
class L17TrimmingTest {
    private static final BranchId BRANCH = new BranchId(7, new byte[] {1}, new byte[] {2});
    private static final int LINE_BYTES = 900_000;

    private TestVpn broker = TestVpn.start(settings -> settings.withReplayLogWait(Duration.ofSeconds(30)));

    @AfterEach
    void close() {
        broker.holdingTrimming = false;
        broker.close();
    }

    private LogOf log() {
        return new LogOf(broker);
    }

    /** A message that counts so many bytes in the log. */
    private static Message sized(int sizeBytes, String... publisher) {
        var builder = Message.to(TopicName.of("t"));
        if (publisher.length > 0) {
            builder.publisher(new PublisherStamp(publisher[0], Long.parseLong(publisher[1])));
        }
        return builder.bytes(new byte[sizeBytes - 1]).build();
    }

    private CommitOutcome publish(int sizeBytes) {
        return broker.publish(sized(sizeBytes));
    }

    private PendingOutcome submit(Message message) {
        return broker.vpn.submit(WorkUnit.publishing(message));
    }

    private void prepare(int sizeBytes) {
        broker.vpn.prepare(BRANCH, WorkUnit.publishing(sized(sizeBytes))).orThrow();
    }

    private static void assertOverQuota(CommitOutcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.REPLAY_LOG_QUOTA_EXCEEDED));
    }

    private long lastId() {
        return broker.core().figures().lastMsgId();
    }

    @Test
    void l17_theOldestGoInTheEntryThatWouldPassTheLineAndTheLogIsNeverFuller() {
        log().create(1);

        for (int i = 0; i < 9; i++) {
            publish(100_000).orThrow();
        }
        assertThat(log().ids()).hasSize(9);
        publish(100_000).orThrow();

        EntryHead tenth = broker.entriesFrom(broker.lastCommitNo()).get(0);
        assertThat(tenth.messages()).hasSize(1);
        assertThat(tenth.effects()).contains(new Trimmed(lastId() - 9, 1, 100_000));
        for (int i = 0; i < 100; i++) {
            publish(30_000 + 7_000 * (i % 5)).orThrow();
            assertThat(log().usageBytes()).isLessThanOrEqualTo(LINE_BYTES);
        }
        assertThat(log().usageBytes()).isGreaterThan(LINE_BYTES - 58_000);
        assertThat(log().ids()).last().isEqualTo(lastId());
        long usage = log().usageBytes();
        List<Long> ids = log().ids();
        broker = broker.restarted();
        assertThat(log().usageBytes()).isEqualTo(usage);
        assertThat(log().ids()).isEqualTo(ids);
    }

    @Test
    void l17_entriesGoWhole() {
        log().create(1);
        ScriptedStore.Gate gate = broker.holdCommitter();
        for (int i = 0; i < 40; i++) {
            submit(sized(10_000));
        }
        gate.open();
        broker.awaitCommitter();
        for (int i = 0; i < 49; i++) {
            publish(10_000).orThrow();
        }
        assertThat(log().ids()).hasSize(90);

        // The one with which the committer was held is the oldest, then come the forty.
        publish(10_000).orThrow();
        assertThat(log().ids()).hasSize(90);
        publish(10_000).orThrow();
        assertThat(log().ids()).hasSize(51);
    }

    @Test
    void l17_whatLeavesTheLogStaysWhereItIsOwedAndTheOtherWayRound() {
        log().create(1);
        broker.createQueue("q", "t");
        for (int i = 0; i < 30; i++) {
            broker.publish("t", i + "x".repeat(100_000)).orThrow();
        }
        broker.duties.runAll();

        assertThat(log().ids()).hasSize(8);
        assertThat(broker.drain(broker.consume("q"))).hasSize(30).allMatch(text -> text.length() > 100_000);
        assertThat(log().texts()).hasSize(8).last().asString().startsWith("29x");
    }

    @Test
    void l17_aMessageLargerThanTheQuotaIsRefusedAtOnceAndCounted() {
        log().create(1);
        publish(500_000).orThrow();

        assertOverQuota(publish(1_000_001));
        assertOverQuota(broker.vpn.commit(new WorkUnit().publish(sized(600_000)).publish(sized(600_000))));

        broker.awaitCommitter();
        assertThat(broker.life.counters().overQuota()).isEqualTo(3);
        assertThat(broker.events.count(EventCode.REPLAY_LOG_OVER_QUOTA, "default"))
                .isEqualTo(3);
        assertThat(log().ids()).hasSize(1);
        publish(1_000_000).orThrow();
        assertThat(log().usageBytes()).isEqualTo(1_000_000);
    }

    /** The room that it wants is taken by the entry itself, which can't be trimmed before it is on disk. */
    @Test
    void l17_whatHasNoRoomBesideItsOwnEntryTakesTheNext() {
        log().create(1);
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            pending.add(submit(sized(240_000)));
        }
        gate.open();
        pending.forEach(each -> assertThat(each.await()).isInstanceOf(Stored.class));

        assertThat(log().ids()).last().isEqualTo(lastId());
        assertThat(log().usageBytes()).isLessThanOrEqualTo(LINE_BYTES);
        assertThat(broker.life.counters().overQuota()).isZero();
    }

    @Test
    void l17_withoutRoomAPublishWaitsAndAcknowledgementsGoOn() {
        log().create(1);
        broker.createQueue("q", "t");
        DeliverySession session = broker.consume("q");
        publish(900_000).orThrow();
        Delivery delivery = next(session);
        broker.holdingTrimming = true;

        PendingOutcome waiting = submit(sized(100_001));
        broker.acknowledge(delivery);
        broker.awaitCommitter();

        boolean[] settled = {false};
        waiting.whenSettled(Runnable::run, outcome -> settled[0] = true);
        assertThat(settled[0]).isFalse();
        assertThat(broker.spooled("q")).isZero();
        broker.holdingTrimming = false;
        broker.awaitCommitter();
        assertThat(waiting.await()).isInstanceOf(Stored.class);
    }

    @Test
    void l17_whatWaitedIsStoredInOrderOnceThereIsRoom() {
        log().create(1);
        broker.createQueue("q", "t");
        publish(900_000).orThrow();
        broker.holdingTrimming = true;
        PendingOutcome first = submit(sized(200_000, "p", "1"));
        PendingOutcome second = submit(sized(1_000, "p", "2"));
        PendingOutcome other = submit(sized(1_000, "another", "1"));

        assertThat(other.await()).isInstanceOf(Stored.class);
        long otherId = lastId();
        broker.holdingTrimming = false;
        broker.awaitCommitter();

        assertThat(((Stored) first.await()).firstMsgId()).isEqualTo(otherId + 1);
        assertThat(((Stored) second.await()).firstMsgId()).isEqualTo(otherId + 2);
        assertThat(log().usageBytes()).isLessThanOrEqualTo(LINE_BYTES);
    }

    @Test
    void l17_whoWaitsTooLongIsRefusedAndIsNowhere() {
        broker.close();
        broker = TestVpn.start(settings -> settings.withReplayLogWait(Duration.ofMillis(20)));
        log().create(1);
        broker.createQueue("q", "t");
        publish(900_000).orThrow();
        broker.holdingTrimming = true;

        assertOverQuota(publish(200_000));
        assertOverQuota(broker.vpn.prepare(BRANCH, WorkUnit.publishing(sized(200_000))));

        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(log().ids()).hasSize(1);
        assertThat(broker.life.counters().overQuota()).isEqualTo(2);
        broker.holdingTrimming = false;
        publish(200_000).orThrow();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
    }

    /** L26 */
    @Test
    void l26_whatABranchWillLogHasItsRoomAndOthersWaitForItsEnd() throws Exception {
        log().create(1);
        publish(500_000).orThrow();
        prepare(600_000);
        assertThat(log().ids()).as("gone for the room that is reserved").isEmpty();
        broker = broker.restarted();

        Future<CommitOutcome> waiting = broker.inBackground(() -> publish(500_000));
        publishAWhile();
        assertThat(waiting.isDone()).isFalse();
        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isInstanceOf(Stored.class);
        assertThat(log().slots()).extracting(slot -> slot.sizeBytes()).contains(500_000);
        assertThat(log().usageBytes()).isLessThanOrEqualTo(LINE_BYTES);
    }

    private void publishAWhile() {
        for (int i = 0; i < 20; i++) {
            assertThat(broker.publish(sized(1_000, "p", "" + i))).isInstanceOf(Stored.class);
        }
    }

    @Test
    void l26_aBranchCommitsThoughTheQuotaWasLoweredBelowWhatItLogs() {
        log().create(3);
        broker.createQueue("q", "t");
        broker.vpn
                .prepare(BRANCH, new WorkUnit().publish(sized(800_000)).publish(sized(700_000)))
                .orThrow();
        log().change(ReplayLogAttributes.MAX_SPOOL_USAGE, 1L);

        broker.vpn.commitPrepared(BRANCH).orThrow();

        assertThat(broker.spooled("q")).isEqualTo(2);
        assertThat(log().usageBytes()).isEqualTo(800_000);
    }

    @Test
    void l17_aLowerQuotaTrimsAtOnceAndADeletedLogIsEmpty() {
        broker.withoutHistory();
        log().create(3);
        for (int i = 0; i < 26; i++) {
            publish(100_000).orThrow();
        }
        log().change(ReplayLogAttributes.MAX_SPOOL_USAGE, 2L);
        assertThat(log().usageBytes()).isEqualTo(1_800_000);
        log().change(ReplayLogAttributes.MAX_SPOOL_USAGE, 1L);
        assertThat(log().ids()).hasSize(9).last().isEqualTo(lastId());

        broker.administration.deleteReplayLog(LogOf.NAME, -1);

        assertThat(log().usageBytes()).isZero();
        for (int i = 0; i < 520; i++) {
            publish(10).orThrow();
        }
        broker.duties.runAll();
        broker.duties.runAll();
        assertThat(broker.rows().log()).as("entries left").hasSizeLessThan(60);
        log().create(1);
        assertThat(log().ids()).isEmpty();
    }

    @Test
    void l17_aStopRefusesWhatWaits() throws Exception {
        log().create(1);
        publish(900_000).orThrow();
        broker.holdingTrimming = true;
        Future<CommitOutcome> waiting = broker.inBackground(() -> publish(200_000));
        broker.awaitCommitter();

        broker.close();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isInstanceOf(Rejected.class);
    }
}
