package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.store.InMemoryVpnStore.Call;
import io.reprise.broker.engine.store.InMemoryVpnStore.Fault;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.ReplayLogStatus;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The replay log as administrators see it: figures, pages, single messages, and trimming by hand [spec 2.1]. */
class ReplayLogContentTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private ReplayLog log() {
        return broker.administration.replayLog();
    }

    private void createAndPublish(int messages) {
        new LogOf(broker).create(10);
        for (int i = 1; i <= messages; i++) {
            broker.clock.advance(Duration.ofMillis(10));
            broker.publish("t", "m" + i).orThrow();
        }
    }

    private static List<Long> ids(List<LoggedMessage> messages) {
        return messages.stream().map(LoggedMessage::msgId).toList();
    }

    private List<Long> all() {
        return ids(log().after(0, 1_000));
    }

    private static void assertRefused(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void withoutALogEveryCallSaysSo() {
        assertRefused(ErrorCode.NOT_FOUND, () -> log().status());
        assertRefused(ErrorCode.NOT_FOUND, () -> log().after(0, 1));
        assertRefused(ErrorCode.NOT_FOUND, () -> log().before(9, 1));
        assertRefused(ErrorCode.NOT_FOUND, () -> log().message(1));
        assertRefused(ErrorCode.NOT_FOUND, () -> log().beforeTime(Instant.EPOCH));
        assertRefused(ErrorCode.NOT_FOUND, () -> log().trimOlderThan(Instant.EPOCH));
    }

    @Test
    void tellsWhatItHoldsAtOnce() {
        new LogOf(broker).create(1);
        long created = broker.administration.replayLogView().orElseThrow().createdMillis();
        assertThat(log().status()).isEqualTo(new ReplayLogStatus(0, 0, 0, 0, 0, 0, created, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        for (int i = 0; i < 3; i++) {
            broker.clock.advance(Duration.ofMillis(10));
            broker.publish("t", "m" + i).orThrow();
        }
        log().trimBefore(id(2));
        broker.publish(Message.to(TopicName.of("t")).bytes(new byte[2_000_000]).build());

        long now = broker.clock.millis();
        assertThat(log().status())
                .isEqualTo(new ReplayLogStatus(6, 2, 2, now - 10, 3, now, created, 3, 1, 1, 3, 1, 9, 3, 9, 3));
    }

    private ReplicationGroupMsgId id(long msgId) {
        return new ReplicationGroupMsgId(broker.life.tenure().originBits(), msgId);
    }

    @Test
    void pagesInBothDirections() {
        createAndPublish(7);

        assertThat(ids(log().after(0, 3))).containsExactly(1L, 2L, 3L);
        assertThat(ids(log().after(3, 3))).containsExactly(4L, 5L, 6L);
        assertThat(ids(log().after(6, 3))).containsExactly(7L);
        assertThat(log().after(7, 3)).isEmpty();
        assertThat(ids(log().before(Long.MAX_VALUE, 3))).containsExactly(7L, 6L, 5L);
        assertThat(ids(log().before(5, 10))).containsExactly(4L, 3L, 2L, 1L);
        assertThat(log().before(1, 10)).isEmpty();
        assertRefused(ErrorCode.INVALID_PARAMETER, () -> log().after(0, 0));
        assertRefused(ErrorCode.INVALID_PARAMETER, () -> log().before(0, 1_001));
    }

    @Test
    void pagesAreStableWhileTheLogIsTrimmedBetweenThem() {
        createAndPublish(1_500);
        List<Long> seen = new ArrayList<>(ids(log().after(0, 400)));

        log().trimBefore(id(900));
        broker.duties.runAll();
        broker.duties.runAll();
        seen.addAll(ids(log().after(seen.get(399), 1_000)));

        assertThat(seen)
                .hasSize(400 + 601)
                .startsWith(1L)
                .endsWith(1_500L)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(seen.get(400)).isEqualTo(900);
        List<Long> back = new ArrayList<>(ids(log().before(Long.MAX_VALUE, 300)));
        log().trimBefore(id(1_400));
        assertThat(log().before(back.get(299), 300)).isEmpty();
    }

    @Test
    void aMessageIsToldWithAllThatItsHeadSays() {
        new LogOf(broker).create(1);
        broker.publish(Message.to(TopicName.of("a/b"))
                        .deliveryMode(DeliveryMode.PERSISTENT)
                        .priority(7)
                        .ttlMillis(60_000)
                        .text("body")
                        .build())
                .orThrow();

        long now = broker.clock.millis();
        assertThat(log().after(0, 1))
                .containsExactly(new LoggedMessage(1, id(1), "a/b", 7, 7, true, now, now + 60_000));
        assertThat(new String(log().message(1).orElseThrow().body(), StandardCharsets.UTF_8))
                .isEqualTo("body");
        assertThat(log().message(2)).isEmpty();
    }

    @Test
    void aMessageThatLeftTheLogIsNotFoundThoughAQueueHasIt() {
        broker.createQueue("q", "t");
        createAndPublish(2);

        assertThat(log().trimBefore(id(2))).isEqualTo(1);

        assertThat(log().message(1)).isEmpty();
        assertThat(log().message(2)).isPresent();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("m1", "m2");
    }

    @Test
    void findsByTimeWhereToReadOn() {
        createAndPublish(5);
        Instant third = Instant.ofEpochMilli(log().after(2, 1).get(0).spooledTimeMillis());

        assertThat(log().beforeTime(third)).isEqualTo(2);
        assertThat(log().beforeTime(third.plusMillis(1))).isEqualTo(3);
        assertThat(log().beforeTime(Instant.EPOCH)).isZero();
        assertThat(log().beforeTime(third.plusSeconds(9))).isEqualTo(5);
    }

    @Test
    void trimsWhatIsStrictlyOlder() {
        createAndPublish(5);
        Instant third = Instant.ofEpochMilli(log().after(2, 1).get(0).spooledTimeMillis());

        assertThat(log().trimOlderThan(third)).isEqualTo(2);
        assertThat(all()).containsExactly(3L, 4L, 5L);
        assertThat(log().trimOlderThan(third)).isZero();
        assertThat(log().trimOlderThan(third.plusMillis(1))).isEqualTo(1);
        assertThat(log().trimOlderThan(third.plusSeconds(60))).isEqualTo(2);
        assertThat(all()).isEmpty();
    }

    /** An entry with ten messages is cut again and again, over restarts; the counts stay exact. */
    @Test
    void trimsPartOfAnEntryBeforeAMessage() {
        new LogOf(broker).create(1);
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message("t", "m" + i))));
        }
        gate.open();
        pending.forEach(each -> each.await().orThrow());
        assertThat(log().after(0, 100)).hasSize(11);

        assertThat(log().trimBefore(id(5))).isEqualTo(4);
        assertThat(all()).containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(log().trimBefore(id(5))).isZero();
        assertThat(log().trimBefore(id(3))).isZero();
        broker.duties.runAll();
        broker = broker.restarted();
        assertThat(log().trimBefore(id(9))).isEqualTo(4);
        assertThat(log().status().usageBytes()).isEqualTo(9);
        assertThat(log().status().oldestMsgId()).isEqualTo(9);
        broker.publish("t", "next").orThrow();
        assertThat(log().trimBefore(id(12))).isEqualTo(3);
        assertThat(all()).containsExactly(12L);
        assertThat(log().status().usageBytes()).isEqualTo(5);
    }

    @Test
    void twoTrimsOfOneEntryCountEachMessageOnce() {
        createAndPublish(5);
        ScriptedStore.Gate gate = broker.script.hold();
        broker.vpn.submit(WorkUnit.publishing(message("t", "holds the committer")));
        gate.awaitReached();
        var first = broker.inBackground(() -> log().trimBefore(id(3)));
        var second = broker.inBackground(() -> log().trimBefore(id(5)));
        broker.awaitWaiting(2);
        gate.open();

        assertThat(List.of(get(first) + get(second))).containsExactly(4L);
        assertThat(all()).containsExactly(5L, 6L);
        assertThat(log().status().messages()).isEqualTo(2);
    }

    private static long get(Future<Long> trimmed) {
        try {
            return trimmed.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refusesToTrimBeforeAnIdOfAnotherVpn() {
        createAndPublish(2);

        assertRefused(ErrorCode.INVALID_PARAMETER, () -> log().trimBefore(new ReplicationGroupMsgId(1, 2)));
        assertThat(all()).hasSize(2);
    }

    @Test
    void saysThatTheDatabaseIsAway() {
        createAndPublish(2);
        broker.rows().failNext(Call.READ, Fault.NOT_DONE);

        assertRefused(ErrorCode.DATABASE_UNAVAILABLE, () -> log().after(0, 1));
        assertThat(all()).hasSize(2);
    }
}
