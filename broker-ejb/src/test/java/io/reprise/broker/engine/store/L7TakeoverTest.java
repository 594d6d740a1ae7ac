package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.model.store.LogEntry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L7] The epoch, the opening entry, and what a former owner can still do: nothing. */
@Timeout(60)
class L7TakeoverTest {
    private static FaultyProxy proxy;
    private static Database database;

    private final String vpn = TestDatabase.newVpn();
    private VpnStore former;
    private long slot;

    @BeforeAll
    static void connect() throws IOException {
        proxy = new FaultyProxy(MariaDbServer.shared().port(), TestDatabase.MARKER);
        database = TestDatabase.connect(proxy.port());
    }

    @AfterAll
    static void disconnect() throws IOException {
        database.close();
        proxy.close();
    }

    @BeforeEach
    void openFormer() {
        former = database.openVpn(vpn, "former");
        slot = TestDatabase.appendSome(former, former.openingCommitNo() + 1, 3) + 1;
    }

    @AfterEach
    void close() {
        former.close();
    }

    @Test
    void beginsWithAnOpeningEntryAboveTheTail() {
        try (VpnStore next = takeOver()) {
            LogEntry opening = next.readHeads(slot, slot).get(0);

            assertThat(next.epoch()).isEqualTo(former.epoch() + 1);
            assertThat(next.openingCommitNo()).isEqualTo(slot);
            assertThat(opening.head()).isEqualTo(EntryCodec.openingHead(next.epoch()));
            assertThat(opening.lastTime()).isEqualTo(1_000_000 + slot - 1);
        }
    }

    @Test
    void fencesTheFormerOwnersNextAppend() {
        try (VpnStore next = takeOver()) {
            AppendResult result = former.append(TestDatabase.entry(former, slot));

            assertThat(result.kind()).isEqualTo(Kind.FENCED);
            assertThat(former.append(TestDatabase.entry(former, slot)).kind()).isEqualTo(Kind.FENCED);
            assertThat(next.append(TestDatabase.entry(next, slot + 1)).kind()).isEqualTo(Kind.COMMITTED);
        }
    }

    @Test
    void fencesTheFormerOwnersConfigurationAndKeepsNothingOfIt() {
        try (VpnStore next = takeOver()) {
            AppendResult result = former.appendWithConfiguration(
                    TestDatabase.entry(former, slot), session -> session.insert(Rows.queue(vpn, 1, "left behind")));

            assertThat(result.kind()).isEqualTo(Kind.FENCED);
            assertThat(Rows.endpoints(next)).isEmpty();
        }
    }

    @Test
    void fencesAnAppendThatReachesTheServerAfterTheTakeover() throws InterruptedException {
        proxy.arm(Fault.HOLD_REQUEST);
        CompletableFuture<AppendResult> appending =
                CompletableFuture.supplyAsync(() -> former.append(TestDatabase.entry(former, slot)));
        proxy.awaitHeld();

        try (VpnStore next = takeOver()) {
            proxy.letGo();

            assertThat(appending.join().kind()).isEqualTo(Kind.FENCED);
            assertThat(next.openingCommitNo()).isEqualTo(slot);
        }
    }

    @Test
    void putsTheOpeningAboveAnEntryThatTheFormerOwnerDoesNotKnowYetIsStored() throws InterruptedException {
        proxy.arm(Fault.HOLD_ANSWER);
        LogEntry entry = TestDatabase.entry(former, slot);
        CompletableFuture<AppendResult> appending = CompletableFuture.supplyAsync(() -> former.append(entry));
        proxy.awaitHeld();

        try (VpnStore next = takeOver()) {
            proxy.letGo();

            assertThat(appending.join().kind()).isEqualTo(Kind.COMMITTED);
            assertThat(next.openingCommitNo()).isEqualTo(slot + 1);
            assertThat(next.readHeads(slot, slot))
                    .first()
                    .extracting(LogEntry::nonce)
                    .isEqualTo(entry.nonce());
            assertThat(former.append(TestDatabase.entry(former, slot + 1)).kind())
                    .isEqualTo(Kind.FENCED);
        }
    }

    @Test
    void keepsTheOpeningSlotTakenWhenEverythingAroundItIsReclaimed() throws InterruptedException {
        proxy.arm(Fault.HOLD_REQUEST);
        CompletableFuture<AppendResult> appending =
                CompletableFuture.supplyAsync(() -> former.append(TestDatabase.entry(former, slot)));
        proxy.awaitHeld();

        try (VpnStore next = takeOver()) {
            proxy.arm(Fault.NONE);
            long last = TestDatabase.appendSome(next, slot + 1, 5);
            next.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, last + 1)));
            next.deleteEntries(LongStream.rangeClosed(1, last).boxed().toList());
            proxy.letGo();

            assertThat(appending.join().kind()).isEqualTo(Kind.FENCED);
            assertThat(next.readHeads(1, last)).extracting(LogEntry::commitNo).containsExactly(1L, slot, last);
        }
    }

    @Test
    void guardsEveryOtherWritingTransaction() {
        try (VpnStore next = takeOver()) {
            LogEntry rewritten = next.readHeads(slot - 1, slot - 1).get(0);
            UploadRef upload = new UploadRef(former.epoch(), former.upload(new byte[10]));

            assertFenced(() -> former.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, slot))));
            assertFenced(() -> former.deleteEntries(List.of(2L)));
            assertFenced(() -> former.rewriteEntry(rewritten));
            assertFenced(() -> former.deleteUploads(List.of(upload)));
            assertThat(former.verifyOwnership()).isFalse();
            assertThat(next.verifyOwnership()).isTrue();
            assertThat(next.loadCheckpoint(row -> {}).checkpoint()).isNull();
            assertThat(next.readUpload(upload, 0, 10)).hasSize(10);
        }
    }

    @Test
    void rollsAGuardedTransactionBackWhole() {
        List<Object> rows = List.of(Rows.backlog(vpn, 7, 1, new byte[8]), Rows.backlog(vpn, 8, 1, new byte[1 << 17]));

        assertThatThrownBy(() -> former.writeCheckpoint(
                        new CheckpointBatch(Rows.checkpoint(vpn, slot), rows, List.of(), List.of(), List.of())))
                .isInstanceOf(StoreUnavailableException.class);

        assertThat(TestDatabase.numbers("SELECT COUNT(*) FROM backlog WHERE vpn = '" + vpn + "'"))
                .containsExactly(0L);
    }

    private VpnStore takeOver() {
        TestDatabase.loseLivenessLock(vpn);
        return TestDatabase.shared().openVpn(vpn, "next");
    }

    private static void assertFenced(Runnable action) {
        assertThatThrownBy(action::run).isInstanceOf(FencedException.class);
    }
}
