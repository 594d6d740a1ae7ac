package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.PublisherName;
import io.reprise.broker.engine.store.CheckpointBatch.DroppedBacklog;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L15] What a checkpoint wrote is what a recovery loads. */
@Timeout(60)
class L15CheckpointTest {
    private static final byte[] BYTES = {0, 1, -1, 127, -128, 0};

    private final String vpn = TestDatabase.newVpn();
    private VpnStore store;

    @BeforeEach
    void open() {
        store = TestDatabase.shared().openVpn(vpn, "node");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void beginsAtTheFirstEntryWhenThereWasNone() {
        List<Object> rows = new ArrayList<>();

        CheckpointHeader header = store.loadCheckpoint(rows::add);

        assertThat(header.checkpoint()).isNull();
        assertThat(header.tailCommitNo()).isEqualTo(store.openingCommitNo());
        assertThat(rows).isEmpty();
    }

    @Test
    void keepsTheOriginOverTakeovers() {
        long origin = store.loadCheckpoint(row -> {}).originBits();
        store.close();
        store = TestDatabase.shared().openVpn(vpn, "node");

        assertThat(store.loadCheckpoint(row -> {}).originBits()).isEqualTo(origin);
    }

    @Test
    void loadsEveryKindOfRowAsItWasWritten() {
        List<Object> written = List.of(
                Rows.total(vpn, 1, 9),
                new BacklogRow(vpn, 1, 2, 3, 4, 5, 6, 7, 8, BYTES),
                new DeliveryNote(vpn, 1, 2, 3, 4, 5, 6, 7, 8, 9),
                new PublisherSequence(vpn, PublisherName.of("ü".repeat(189), "p".repeat(100)), 1, 2, BYTES),
                new PublisherSequence(vpn, "publisher ü", 1, 2, BYTES),
                new PreparedBranch(vpn, -1, BYTES, new byte[0], 1, 2, new byte[300_000]),
                new EntryBlock(vpn, 1, BYTES));

        Checkpoint header = new Checkpoint(vpn, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        store.writeCheckpoint(new CheckpointBatch(header, written, List.of(), List.of(), List.of()));

        List<Object> loaded = new ArrayList<>();
        Checkpoint checkpoint = store.loadCheckpoint(loaded::add).checkpoint();
        assertThat(loaded).usingRecursiveComparison().isEqualTo(written);
        assertThat(checkpoint).usingRecursiveComparison().isEqualTo(header);
    }

    @Test
    void replacesRowsOfTheSameKey() {
        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, 1), Rows.note(vpn, 1, 5, 1), Rows.note(vpn, 1, 6, 1)));

        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, 2), Rows.note(vpn, 1, 5, 1), Rows.note(vpn, 1, 6, 2)));

        assertThat(load(DeliveryNote.class))
                .extracting(DeliveryNote::deliveryCount)
                .containsExactly(1, 2);
        assertThat(store.loadCheckpoint(row -> {}).checkpoint())
                .isNotNull()
                .extracting(Checkpoint::tailFrom)
                .isEqualTo(2L);
    }

    @Test
    void tellsBranchesApartByTheirBytes() {
        byte[] withZero = {1, 0};
        byte[] without = {1};

        store.writeCheckpoint(Rows.batch(
                Rows.checkpoint(vpn, 1),
                new PreparedBranch(vpn, 1, withZero, without, 1, 1, BYTES),
                new PreparedBranch(vpn, 1, without, withZero, 1, 1, BYTES),
                new PreparedBranch(vpn, 1, without, without, 1, 1, BYTES)));

        assertThat(load(PreparedBranch.class)).hasSize(3);
    }

    @Test
    void deletesRowsByKeyAndPassesOverMissingOnes() {
        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, 1), Rows.note(vpn, 1, 5, 1), Rows.note(vpn, 1, 6, 1)));

        store.writeCheckpoint(new CheckpointBatch(
                Rows.checkpoint(vpn, 1),
                List.of(),
                List.of(Rows.note(vpn, 1, 5, 0), Rows.note(vpn, 1, 99, 0)),
                List.of(),
                List.of()));

        assertThat(load(DeliveryNote.class)).extracting(DeliveryNote::msgId).containsExactly(6L);
    }

    @Test
    void deletesWhateverADroppedBacklogHad() {
        List<Object> notes = LongStream.rangeClosed(1, 1_200)
                .<Object>mapToObj(msgId -> new DeliveryNote(vpn, 1, 2, msgId, 5, 1, 0, 0, 0, 0))
                .toList();
        store.writeCheckpoint(new CheckpointBatch(Rows.checkpoint(vpn, 1), notes, List.of(), List.of(), List.of()));
        store.writeCheckpoint(Rows.batch(
                Rows.checkpoint(vpn, 1),
                new BacklogRow(vpn, 1, 2, 4, 1, 5, 0, 6, 7, BYTES),
                new BacklogRow(vpn, 1, 3, 4, 1, 5, 0, 6, 7, BYTES),
                new BacklogRow(vpn, 2, 2, 4, 1, 5, 0, 6, 7, BYTES),
                Rows.total(vpn, 1, 1)));

        store.writeCheckpoint(new CheckpointBatch(
                Rows.checkpoint(vpn, 1), List.of(), List.of(), List.of(), List.of(new DroppedBacklog(1, 2))));

        List<Object> left = new ArrayList<>();
        store.loadCheckpoint(left::add);
        assertThat(left)
                .usingRecursiveComparison()
                .isEqualTo(List.of(
                        Rows.total(vpn, 1, 1),
                        new BacklogRow(vpn, 1, 3, 4, 1, 5, 0, 6, 7, BYTES),
                        new BacklogRow(vpn, 2, 2, 4, 1, 5, 0, 6, 7, BYTES)));
    }

    @Test
    void deletesWhateverADeletedEndpointHad() {
        List<Object> notes = LongStream.rangeClosed(1, 2_500)
                .<Object>mapToObj(msgId -> Rows.note(vpn, 1, msgId, 1))
                .toList();
        store.writeCheckpoint(new CheckpointBatch(Rows.checkpoint(vpn, 1), notes, List.of(), List.of(), List.of()));
        store.writeCheckpoint(Rows.batch(
                Rows.checkpoint(vpn, 1),
                Rows.backlog(vpn, 1, 1, BYTES),
                Rows.total(vpn, 1, 1),
                Rows.backlog(vpn, 2, 1, BYTES),
                Rows.total(vpn, 2, 1),
                Rows.note(vpn, 2, 1, 1)));

        store.writeCheckpoint(
                new CheckpointBatch(Rows.checkpoint(vpn, 1), List.of(), List.of(), List.of(1L), List.of()));

        List<Object> left = new ArrayList<>();
        store.loadCheckpoint(left::add);
        assertThat(left)
                .usingRecursiveComparison()
                .isEqualTo(List.of(Rows.total(vpn, 2, 1), Rows.backlog(vpn, 2, 1, BYTES), Rows.note(vpn, 2, 1, 1)));
    }

    @Test
    void loadsOnlyItsOwnVpn() {
        store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, 1), Rows.note(vpn, 1, 5, 1)));

        try (VpnStore other = TestDatabase.shared().openVpn(TestDatabase.newVpn(), "node")) {
            List<Object> rows = new ArrayList<>();
            other.loadCheckpoint(rows::add);
            assertThat(rows).isEmpty();
        }
    }

    private <T> List<T> load(Class<T> type) {
        List<T> rows = new ArrayList<>();
        store.loadCheckpoint(row -> {
            if (type.isInstance(row)) {
                rows.add(type.cast(row));
            }
        });
        return rows;
    }
}
