package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.reprise.broker.model.store.LogEntry;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L11, L15, L16, L18] Reading the log, and taking room back from it. */
@Timeout(60)
class L16ReclaimTest {
    private final String vpn = TestDatabase.newVpn();
    private VpnStore store;
    private long first;

    @BeforeEach
    void open() {
        store = TestDatabase.shared().openVpn(vpn, "node");
        first = store.openingCommitNo() + 1;
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void readsHeadsInOrderWithoutBodies() {
        TestDatabase.appendSome(store, first, 5);

        List<LogEntry> heads = store.readHeads(first + 1, first + 3);

        assertThat(heads).extracting(LogEntry::commitNo).containsExactly(first + 1, first + 2, first + 3);
        assertThat(heads).allSatisfy(entry -> {
            assertThat(entry.body()).isNull();
            assertThat(entry.bodyBytes()).isPositive();
            assertThat(entry.head()).asString().isEqualTo("head of " + entry.commitNo());
        });
    }

    @Test
    void readsTheHeadsThatAreWantedInTheOrderWanted() {
        TestDatabase.appendSome(store, first, 9);

        assertThat(store.readHeads(List.of(first + 7, first + 100, first + 2), 1_000_000))
                .extracting(LogEntry::commitNo, LogEntry::body)
                .containsExactly(tuple(first + 7, null), tuple(first + 2, null));
        assertThat(store.readHeads(List.of(first + 3, first + 1, first + 5), 1)).hasSize(1);
        assertThat(store.readHeads(List.of(), 1)).isEmpty();
        assertThat(store.readHeads(List.of(first + 100), 1)).isEmpty();
    }

    @Test
    void readsAnEntryAsItWasWritten() {
        LogEntry written = TestDatabase.entry(store, first, new byte[] {0, -1, 5});
        store.append(written);

        assertThat(store.readEntries(first, 1, 100))
                .first()
                .usingRecursiveComparison()
                .isEqualTo(written);
    }

    @Test
    void readsNoFurtherEntryOnceTheBytesArePassed() {
        for (int i = 0; i < 10; i++) {
            store.append(TestDatabase.entry(store, first + i, new byte[1_000]));
        }

        assertThat(store.readEntries(first, 100, 2_500)).hasSize(3);
        assertThat(store.readEntries(first, 2, 2_500)).hasSize(2);
        assertThat(store.readEntries(first, 100, 0)).hasSize(1);
        assertThat(store.readEntries(first + 10, 100, 2_500)).isEmpty();
    }

    @Test
    void deletesDeadEntriesBelowTheCheckpointOnly() {
        long last = TestDatabase.appendSome(store, first, 250);
        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, last - 9)));

        store.deleteEntries(LongStream.rangeClosed(1, last).boxed().toList());

        assertThat(store.readHeads(1, last))
                .extracting(LogEntry::commitNo)
                .containsExactlyElementsOf(LongStream.concat(
                                LongStream.of(store.openingCommitNo()), LongStream.rangeClosed(last - 9, last))
                        .boxed()
                        .toList());
    }

    @Test
    void keepsTheLastEntrySoThatNumbersAreNeverUsedAgain() {
        long last = TestDatabase.appendSome(store, first, 5);
        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, last + 1)));

        store.deleteEntries(LongStream.rangeClosed(1, last).boxed().toList());
        store.close();
        store = TestDatabase.shared().openVpn(vpn, "node");

        assertThat(store.openingCommitNo()).isEqualTo(last + 1);
    }

    @Test
    void deletesNothingWithoutACheckpoint() {
        long last = TestDatabase.appendSome(store, first, 5);

        store.deleteEntries(List.of(first, first + 1));

        assertThat(store.readHeads(1, last)).hasSize(6);
    }

    @Test
    void rewritesAnEntryInPlace() {
        LogEntry written = TestDatabase.entry(store, first, new byte[1_000]);
        store.append(written);
        LogEntry compacted = compacted(written, written.nonce());

        store.rewriteEntry(compacted);

        assertThat(store.readEntries(first, 1, 100))
                .first()
                .usingRecursiveComparison()
                .isEqualTo(compacted);
    }

    @Test
    void leavesAnEntryAloneThatIsAnotherThanTheOneMeant() {
        LogEntry written = TestDatabase.entry(store, first, new byte[1_000]);
        store.append(written);

        store.rewriteEntry(compacted(written, written.nonce() + 1));

        assertThat(store.readEntries(first, 1, 100))
                .first()
                .usingRecursiveComparison()
                .isEqualTo(written);
    }

    private LogEntry compacted(LogEntry entry, long nonce) {
        return new LogEntry(
                vpn,
                entry.commitNo(),
                entry.epoch(),
                nonce,
                entry.firstMsgId(),
                entry.lastMsgId(),
                entry.firstTime(),
                entry.lastTime(),
                3,
                new byte[] {9},
                new byte[] {1, 2, 3});
    }
}
