package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L15, L16: entries that nobody needs go, mostly dead ones are rewritten in place, and nothing else is touched. */
class L16CompactionTest {
    /** A checkpoint contains whole blocks of so many entries. */
    private static final int BLOCK = 512;

    private TestVpn broker =
            TestVpn.start(settings -> settings.withCacheBytes(0)).withoutHistory();

    @AfterEach
    void close() {
        broker.close();
    }

    private void passABlock() {
        for (int i = 0; i < BLOCK; i++) {
            broker.publish("nobody's", "x").orThrow();
        }
        broker.duties.runAll();
        broker.duties.runAll();
    }

    /** One entry with forty messages, of which two are left: its number. */
    private long mostlyDeadEntry() {
        broker.createQueue("q", "q");
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message("q", i + "x".repeat(2_000)))));
        }
        gate.open();
        pending.forEach(each -> each.await().orThrow());
        long commitNo = broker.lastCommitNo();
        try (Flow flow = broker.bind("q")) {
            DeliverySession session = flow.openSession();
            List<Delivery> kept = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Delivery delivery = next(session);
                if (i == 3 || i == 30) {
                    kept.add(delivery);
                } else {
                    broker.acknowledge(delivery);
                }
            }
            kept.forEach(session::giveBack);
        }
        return commitNo;
    }

    private LogEntry entry(long commitNo) {
        return broker.rows().log().stream()
                .filter(entry -> entry.commitNo() == commitNo)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void l16_aMostlyDeadEntryIsRewrittenUnderItsNumberAndNonceWithItsSurvivors() {
        long commitNo = mostlyDeadEntry();
        LogEntry before = entry(commitNo);
        passABlock();

        LogEntry after = entry(commitNo);

        assertThat(after.nonce()).isEqualTo(before.nonce());
        assertThat(after.epoch()).isEqualTo(before.epoch());
        assertThat(after.bodyBytes()).isLessThan(before.bodyBytes() / 4);
        broker = broker.restarted();
        List<String> texts = broker.drain(broker.consume("q"));
        assertThat(texts).hasSize(2);
        assertThat(texts.get(0)).startsWith("3x");
        assertThat(texts.get(1)).startsWith("30x");
        assertThat(broker.figures("q").spooledBytes()).isZero();
    }

    @Test
    void l16_aRewriteOfUnknownOutcomeDoesNoHarm() {
        for (InMemoryVpnStore.Fault fault : InMemoryVpnStore.Fault.values()) {
            broker.close();
            broker = TestVpn.start(settings -> settings.withCacheBytes(0)).withoutHistory();
            mostlyDeadEntry();
            broker.rows().failNext(InMemoryVpnStore.Call.REWRITE_ENTRY, fault);
            passABlock();
            passABlock();

            assertThat(broker.drain(broker.consume("q"))).hasSize(2);
        }
    }

    @Test
    void l15_deadEntriesGoAndThoseWithMessagesStay() {
        broker.createQueue("q", "q");
        broker.publish("q", "stays");
        long first = broker.rows().log().get(0).commitNo();
        passABlock();
        passABlock();

        List<LogEntry> log = broker.rows().log();

        assertThat(log).hasSizeLessThan(BLOCK + 10);
        assertThat(log.get(0).commitNo())
                .as("the opening entry is never deleted")
                .isEqualTo(first);
        broker = broker.restarted();
        assertThat(broker.drain(broker.consume("q"))).containsExactly("stays");
    }

    @Test
    void l15_deletingOfUnknownOutcomeIsTriedAgain() {
        for (InMemoryVpnStore.Fault fault : InMemoryVpnStore.Fault.values()) {
            broker.rows().failNext(InMemoryVpnStore.Call.DELETE_ENTRIES, fault);
            passABlock();
            passABlock();

            assertThat(broker.rows().log()).hasSizeLessThan(BLOCK + 10);
        }
    }

    @Test
    void l4_anUploadGoesWithItsEntry() {
        broker.createQueue("q", "q");
        broker.publish("q", "x".repeat(400_000));
        assertThat(broker.script.uploads()).isEqualTo(1);
        passABlock();
        passABlock();
        assertThat(broker.script.uploads()).isEqualTo(1);

        broker.acknowledge(next(broker.consume("q")));
        passABlock();
        passABlock();

        assertThat(broker.script.uploads()).isZero();
    }

    /** Found: compaction dropped the last word of an upload that only a dead message had, and the upload stayed for ever. */
    @Test
    void l16_compactionTakesTheUploadsOfTheDeadWithIt() {
        broker.createQueue("q", "q");
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<PendingOutcome> pending = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message("q", i + "x".repeat(2_000)))));
        }
        pending.add(broker.vpn.submit(WorkUnit.publishing(message("q", "x".repeat(400_000)))));
        gate.open();
        pending.forEach(each -> each.await().orThrow());
        DeliverySession session = broker.consume("q");
        Delivery kept = next(session);
        broker.drain(session);
        passABlock();
        passABlock();

        assertThat(broker.script.uploads()).isZero();
        session.giveBack(kept);
        assertThat(TestVpn.text(next(session))).startsWith("0x");
    }

    @Test
    void l4_whatWasUploadedForARejectedUnitGoesAtOnce() {
        broker.createQueue("small", queue().with(EndpointAttributes.MAX_MSG_SIZE, 10L), "q");
        broker.createQueue("out", "out");

        broker.publish("q", "x".repeat(400_000));
        Awaitility.await().until(() -> broker.script.uploads() == 0);

        var branch = new BranchId(1, new byte[] {1}, new byte[] {1});
        Message large =
                Message.to(TopicName.of("out")).text("x".repeat(400_000)).build();
        broker.vpn.prepare(branch, WorkUnit.publishing(large)).orThrow();
        broker.rows().refuseNextAppend("disk full");
        assertThat(broker.vpn.commitPrepared(branch)).isInstanceOf(CommitOutcome.Rejected.class);
        Awaitility.await().until(() -> broker.script.uploads() == 1);
    }
}
