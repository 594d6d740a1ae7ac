package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log knows of subjects: numbers of messages, and the newest retained one of each [spec 3; LOG.md L27, L28]. */
class SnapshotsOnDiskTest {
    private static final String IBM = "/Stocks/NYSE/IBM";

    private TestVpn vpn = TestVpn.start();

    @AfterEach
    void stop() {
        vpn.close();
    }

    @Test
    void theNewestRetainedMessageIsTheSnapshotWhateverComesAfterIt() {
        publish("140", false);
        assertThat(snapshots()).isEmpty();
        publish("150", false);
        assertThat(snapshots()).isEmpty();
        publish("141", true);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "141"));
        publish("144", false);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "141"));
        publish("142", true);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "142"));

        vpn = vpn.restarted();

        assertThat(snapshots()).containsExactly(Map.entry(IBM, "142"));
    }

    @Test
    void twoOfOneTransactionLeaveOne() {
        WorkUnit unit = new WorkUnit();
        unit.publish(retained(IBM, "1")).publish(retained("/other", "2")).publish(retained(IBM, "3"));

        assertThat(vpn.vpn.commit(unit)).isInstanceOf(Stored.class);

        assertThat(snapshots()).containsExactly(Map.entry(IBM, "3"), Map.entry("/other", "2"));
        assertThat(snapshotIds()).hasSize(2);
    }

    @Test
    void aRetainedMessageToAQueueIsNoSnapshot() {
        vpn.createQueue("q");

        vpn.publish(retained("#P2P/QUE/q", "x"));

        assertThat(snapshotIds()).isEmpty();
        assertThat(lastSlot().subject()).isEqualTo(SubjectPosition.NONE);
    }

    @Test
    void snapshotsCountForNoQuota() {
        vpn.createQueue("q", IBM);

        publish("141", true);

        assertThat(vpn.administration.statistics().spooledMsgCount()).isEqualTo(1);
        vpn.drain(vpn.consume("q"));
        assertThat(vpn.administration.statistics().spooledBytes()).isZero();
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "141"));
        vpn = vpn.restarted();
        assertThat(vpn.administration.statistics().spooledBytes()).isZero();
    }

    @Test
    void theEntryOfASnapshotStaysWhenOthersAreReclaimed() {
        vpn.withoutHistory();
        publish("141", true);
        for (int i = 0; i < 2_000; i++) {
            publish("x", false);
        }

        for (int i = 0; i < 20; i++) {
            vpn.duties.runAll();
        }

        assertThat(vpn.rows().log()).hasSizeLessThan(1_500);
        vpn = vpn.restarted();
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "141"));
    }

    @Test
    void guaranteedMessagesAreNumberedWithoutAGapAndAnEpochIsTheIdOfItsFirst() {
        publish("a", false);
        vpn.publish(retained("/other", "1"));
        publish("b", false);
        publish("c", true);

        List<MessageSlot> slots = slotsOn(IBM);
        long epoch = slots.get(0).msgId();
        assertThat(slots)
                .extracting(MessageSlot::subject)
                .containsExactly(
                        new SubjectPosition(epoch, 1), new SubjectPosition(epoch, 2), new SubjectPosition(epoch, 3));
    }

    @Test
    void whatWasRefusedOrSentTwiceHasNoNumber() {
        vpn.createQueue("small", TestVpn.queue().with(Map.of("maxMsgSize", 20)), IBM);
        Message stamped = Message.to(TopicName.of(IBM))
                .text("a")
                .publisher(new PublisherStamp("p", 1))
                .build();

        vpn.publish(stamped);
        assertThat(vpn.publish(IBM, "too long for it")).isInstanceOf(CommitOutcome.Rejected.class);
        vpn.publish(stamped);
        vpn.publish(IBM, "b");

        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 2L);
    }

    @Test
    void anEntryThatCouldNotBeWrittenTakesNoNumber() {
        publish("a", false);
        vpn.rows().refuseNextAppend("disk full");
        assertThat(vpn.publish(IBM, "lost")).isInstanceOf(CommitOutcome.Rejected.class);

        publish("b", false);

        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 2L);
    }

    @Test
    void aBranchTakesItsNumberAndItsPlaceWhenItIsCommitted() {
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[0]);
        vpn.vpn.prepare(branch, WorkUnit.publishing(retained(IBM, "branch")));
        publish("before", true);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "before"));

        vpn.vpn.commitPrepared(branch);

        assertThat(snapshots()).containsExactly(Map.entry(IBM, "branch"));
        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 2L);
    }

    @Test
    void aRestartGoesOnWithTheNumberingWhileTheLogHasItsEnd() {
        publish("a", false);
        publish("b", false);

        vpn = vpn.restarted();
        publish("c", false);

        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 2L, 3L);
        assertThat(slotsOn(IBM))
                .extracting(slot -> slot.subject().epoch())
                .containsOnly(slotsOn(IBM).get(0).msgId());
    }

    @Test
    void aRestartBeginsANewNumberingWhereTheEndMayBeMissing() {
        publish("a", true);
        publish("b", false);
        vpn.clock.advance(Duration.ofSeconds(181));

        vpn = vpn.restarted();
        publish("c", false);

        List<MessageSlot> slots = slotsOn(IBM);
        MessageSlot last = slots.get(slots.size() - 1);
        assertThat(last.subject()).isEqualTo(new SubjectPosition(last.msgId(), 1));
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "a"));
    }

    /** The last message is gone from the log, an older one is not: its number must not be given again. */
    @Test
    void aRestartBeginsANewNumberingWhereTheLogHasAGap() {
        change(VpnAttributes.MAX_CACHED_MESSAGES, 0L);
        vpn.createQueue("q", IBM, "/other");
        publish("a", false);
        vpn.administration.removeSubscription(EndpointKind.QUEUE, "q", TopicFilter.of(IBM));
        publish("b", false);
        for (int i = 0; i < 1_100; i++) {
            vpn.publish("/other", "x");
        }
        for (int i = 0; i < 20; i++) {
            vpn.duties.runAll();
        }
        assertThat(slotsOn(IBM))
                .as("in the log")
                .extracting(slot -> slot.subject().seq())
                .containsExactly(1L);

        vpn = vpn.restarted();
        publish("c", false);

        MessageSlot last = slotsOn(IBM).get(1);
        assertThat(last.subject()).isEqualTo(new SubjectPosition(last.msgId(), 1));
    }

    @Test
    void anExpiredSnapshotIsTakenOffTheDiskAndANewOneStays() {
        change(VpnAttributes.SNAPSHOT_EXPIRE_TIME, 10L);
        publish("old", true);
        vpn.clock.advance(Duration.ofSeconds(5));
        vpn.publish(retained("/other", "young"));
        vpn.clock.advance(Duration.ofMillis(4_999));
        vpn.duties.runAll();
        assertThat(snapshots()).hasSize(2);

        vpn.clock.advance(Duration.ofMillis(1));
        vpn.duties.runAll();

        assertThat(snapshots()).containsExactly(Map.entry("/other", "young"));
        publish("again", true);
        assertThat(snapshots()).hasSize(2);
    }

    @Test
    void aDeletedSnapshotIsGoneOnce() {
        publish("x", true);

        assertThat(vpn.core().liveStore().delete(IBM).await()).isEqualTo(new Stored(0, 1));
        assertThat(vpn.core().liveStore().delete(IBM).await()).isEqualTo(new Stored(0, 0));

        assertThat(snapshots()).isEmpty();
        vpn = vpn.restarted();
        assertThat(snapshots()).isEmpty();
    }

    @Test
    void aDirectSnapshotReplacesWhatIsOlderAndNothingNewer() {
        publish("guaranteed 1", true);
        long after = lastMsgId();
        store(direct("direct 1"), after);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "direct 1"));
        // The live side does not know yet under which id the one before was stored.
        store(direct("direct 2"), after);
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "direct 2"));
        publish("guaranteed 2", true);

        assertThat(store(direct("direct 3"), after)).isEqualTo(new Stored(0, 0));

        assertThat(snapshots()).containsExactly(Map.entry(IBM, "guaranteed 2"));
        vpn = vpn.restarted();
        assertThat(snapshots()).containsExactly(Map.entry(IBM, "guaranteed 2"));
    }

    @Test
    void aDirectMessageIsPromotedAsNonPersistentWithoutANumber() {
        vpn.createQueue("q", IBM);
        publish("guaranteed", false);

        vpn.core().liveStore().promote(direct("direct"), ClientTally.NOBODY);
        vpn.clock.advance(Duration.ofSeconds(1));
        vpn.awaitCommitter();

        var session = vpn.consume("q");
        vpn.acknowledge(TestVpn.next(session));
        var delivery = TestVpn.next(session);
        assertThat(TestVpn.text(delivery)).isEqualTo("direct");
        vpn.acknowledge(delivery);
        publish("guaranteed", false);
        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 0L, 2L);
        assertThat(vpn.core().liveStore().promotedMsgs()).isEqualTo(1);
    }

    @Test
    void aRefusedCopyOfADirectMessageHindersNoOther() {
        vpn.createQueue(
                "closed",
                TestVpn.queue().with(Map.of("rejectMsgToSenderOnDiscardBehavior", "always", "maxMsgSize", 1)),
                IBM);
        vpn.createQueue("open", IBM);

        vpn.core().liveStore().promote(direct("direct"), ClientTally.NOBODY);

        assertThat(TestVpn.text(TestVpn.next(vpn.consume("open")))).isEqualTo("direct");
        assertThat(vpn.spooled("closed")).isZero();
    }

    @Test
    void aDirectMessageThatOnlyTheReplayLogAttractsIsLoggedThoughUnmatchedOnesAreRefused() {
        ReplayLogs.enable(vpn.administration);
        change(VpnAttributes.REJECT_UNMATCHED, true);

        vpn.core().liveStore().promote(direct("direct"), ClientTally.NOBODY);
        vpn.awaitCommitter();

        assertThat(vpn.administration.replayLog().status().messages()).isEqualTo(1);
    }

    @Test
    void promotionWithoutRoomIsCountedAndNobodyWaits() {
        vpn.createQueue("q", IBM);
        var gate = vpn.holdCommitter();
        byte[] large = new byte[100_000];
        Message direct = Message.to(TopicName.of(IBM))
                .deliveryMode(DeliveryMode.DIRECT)
                .bytes(large)
                .build();

        for (int i = 0; i < 200; i++) {
            vpn.core().liveStore().promote(direct, ClientTally.NOBODY);
        }
        long discarded = vpn.core().liveStore().promotionDiscards();
        gate.open();
        vpn.awaitCommitter();

        assertThat(discarded).isBetween(100L, 199L);
    }

    @Test
    void anyNumberOfSubjectsIsRememberedOnlyToABound() {
        publish("a", true);
        for (int i = 0; i < 2_100; i++) {
            WorkUnit unit = new WorkUnit();
            for (int j = 0; j < 100; j++) {
                unit.publish(TestVpn.message("/ids/" + i + "/" + j, ""));
            }
            vpn.vpn.commit(unit);
        }

        publish("b", false);
        vpn.publish("/ids/0/0", "");
        vpn.publish("/ids/2099/99", "");

        assertThat(slotsOn(IBM)).extracting(slot -> slot.subject().seq()).containsExactly(1L, 2L);
        assertThat(slotsOn("/ids/0/0")).extracting(slot -> slot.subject().seq()).containsExactly(1L, 1L);
        assertThat(slotsOn("/ids/2099/99"))
                .extracting(slot -> slot.subject().seq())
                .containsExactly(1L, 2L);
    }

    private void publish(String text, boolean isRetained) {
        Message message = isRetained ? retained(IBM, text) : TestVpn.message(IBM, text);
        assertThat(vpn.publish(message)).isInstanceOf(Stored.class);
    }

    private static Message retained(String topic, String text) {
        return Message.to(TopicName.of(topic)).text(text).retained(true).build();
    }

    private static Message direct(String text) {
        return Message.to(TopicName.of(IBM))
                .deliveryMode(DeliveryMode.DIRECT)
                .retained(true)
                .text(text)
                .build();
    }

    private CommitOutcome store(Message direct, long afterMsgId) {
        return vpn.core()
                .liveStore()
                .ready(List.of(new DirectSnapshot(direct, SubjectPosition.NONE, afterMsgId, vpn.clock.millis())))
                .store(any -> true)
                .await();
    }

    private <T> void change(io.reprise.broker.model.settings.Attribute<T> attribute, T value) {
        VpnSettings before = vpn.administration.vpn().settings();
        vpn.administration.changeVpn(before.with(attribute, value), -1);
    }

    private List<Long> snapshotIds() {
        return vpn.core().atBoundary(state -> {
            List<Long> ids = new ArrayList<>();
            state.snapshots().forEach((lane, msgId) -> ids.add(msgId));
            return ids;
        });
    }

    /** By subject, the contents on disk; each is one. */
    private Map<String, String> snapshots() {
        Map<String, String> texts = new TreeMap<>();
        for (long msgId : snapshotIds()) {
            var content = Objects.requireNonNull(vpn.core().reader().read(msgId), "message " + msgId);
            Message message = MessageCodec.decode(content.content());
            String before = texts.put(message.topic().text(), new String(message.body(), StandardCharsets.UTF_8));
            assertThat(before).as("another of " + message.topic()).isNull();
        }
        return texts;
    }

    private List<MessageSlot> slotsOn(String topic) {
        return vpn.entriesFrom(1).stream()
                .map(EntryHead::messages)
                .flatMap(List::stream)
                .filter(slot -> slot.topic().equals(topic))
                .toList();
    }

    private MessageSlot lastSlot() {
        List<MessageSlot> all = vpn.entriesFrom(1).stream()
                .map(EntryHead::messages)
                .flatMap(List::stream)
                .toList();
        return all.get(all.size() - 1);
    }

    private long lastMsgId() {
        return lastSlot().msgId();
    }
}
