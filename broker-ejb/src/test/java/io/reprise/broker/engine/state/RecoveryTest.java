package io.reprise.broker.engine.state;

import static io.reprise.broker.engine.state.Fold.message;
import static io.reprise.broker.engine.state.Fold.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.store.CheckpointBatch;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.LogEntry;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Recovery from a checkpoint and the tail, case by case; {@link CrashRecoveryTest} tries everything. */
class RecoveryTest {
    private static final long QUEUE = 1;

    private final Fold fold = new Fold();

    @Test
    void recoversFromTheFirstCheckpointOfANewVpn() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 3);
        fold.checkpoint();

        fold.crash();

        assertThat(endpoint().messages()).isEqualTo(3);
        assertThat(fold.durableTailFrom()).isEqualTo(1);
    }

    /** Both transactions send the same sequence and acknowledge the same message; the first was rolled back. */
    @Test
    void aBranchDecidedLongAgoLetsGoNothingThatALaterOneHolds() {
        PublisherAccepted sequence = new PublisherAccepted("p", 7);
        AckRef ack = new AckRef(QUEUE, 1, 1, Fold.MESSAGE_BYTES);
        PreparedWork work = new PreparedWork(List.of(ack), List.of(), List.of(sequence));
        BranchId rolledBack = new BranchId(1, new byte[] {1}, new byte[0]);
        BranchId prepared = new BranchId(1, new byte[] {2}, new byte[0]);
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 1);
        fold.commit(new BranchPrepared(rolledBack, work));
        fold.commit(new BranchDecided(rolledBack, false));
        fold.commit(new BranchPrepared(prepared, work));
        fold.checkpoint();

        fold.crash();

        assertThat(fold.state().isInDoubt(ack)).isTrue();
        assertThat(fold.state().isPrepared(sequence)).isTrue();
    }

    @Test
    void whatTheReplayLogHoldsIsNotDeadAfterARecovery() {
        fold.commit(new EndpointCreated(QUEUE));
        long logged = fold.commit(List.of(message(1, true, QUEUE)));
        long unlogged = fold.commit(List.of(message(2, false, QUEUE)));
        fold.commit(removed(QUEUE, 1, 2));
        fold.commitEmpty(IndexBlock.ENTRIES);
        fold.checkpoint();

        fold.crash();

        assertThat(fold.state().entries().references(logged)).isEqualTo(1);
        assertThat(fold.state().entries().dead(Long.MAX_VALUE, Integer.MAX_VALUE))
                .contains(unlogged)
                .doesNotContain(logged);
    }

    /** Blocks 512–1023 and 1024–1535 begin at the same id, and rows are loaded in any order. */
    @Test
    void findsAMessageBehindABlockOfEntriesWithoutAny() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.commitEmpty(1_100);
        long commitNo = fold.publish(QUEUE, 1);
        fold.commitEmpty(IndexBlock.ENTRIES);
        fold.checkpoint();

        for (int life = 0; life < 10; life++) {
            fold.crash();
            assertThat(fold.state().entries().find(1).commitNo()).isEqualTo(commitNo);
        }
    }

    @Test
    void deletedEntriesAreNotMissed() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 10);
        fold.commitEmpty(2 * IndexBlock.ENTRIES);
        fold.checkpoint();
        List<Long> deleted = fold.reclaim();
        fold.checkpoint();

        fold.crash();

        assertThat(deleted).hasSizeGreaterThan(IndexBlock.ENTRIES).doesNotContain(1L, 3L);
        assertThat(endpoint().messages()).isEqualTo(10);
        assertThat(fold.store().log()).extracting(LogEntry::commitNo).contains(1L, 3L);
        assertThat(fold.store().derived(EntryBlock.class))
                .as("the row of the block that is gone whole")
                .extracting(EntryBlock::firstCommitNo)
                .containsExactly(0L);
    }

    @Test
    void refusesALogWithAGap() {
        fold.commit(new EndpointCreated(QUEUE));
        long gone = fold.publish(QUEUE, 1);
        fold.publish(QUEUE, 1);
        fold.store().deleteEntries(List.of(gone));

        assertThatThrownBy(fold::crash)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_ENTRY_HEAD))
                .hasMessageContaining("entry " + gone);
    }

    @Test
    void refusesADamagedHeadAndNamesIt() {
        long commitNo = fold.commit(new EndpointCreated(QUEUE));
        LogEntry intact = fold.store().log().get(1);
        byte[] head = intact.head().clone();
        head[3] ^= 1;
        fold.store()
                .rewriteEntry(new LogEntry(
                        Fold.VPN, commitNo, intact.epoch(), intact.nonce(), 0, 0, 0, 0, 0, head, new byte[0]));

        assertThatThrownBy(fold::crash)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_ENTRY_HEAD))
                .hasMessageContaining("entry " + commitNo);
    }

    @Test
    void refusesALogThatEndsBeforeTheCheckpoint() {
        write(new Checkpoint(Fold.VPN, 1_000, 1_000, 0, 0, 1, 0, 0, 0, 0, 0, 0));

        assertCorruptCheckpoint("1000");
    }

    @Test
    void refusesADamagedBacklogRow() {
        write(
                new Checkpoint(Fold.VPN, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0),
                new BacklogRow(Fold.VPN, QUEUE, 1, 4, 77, 1, 0, 5, 5, new byte[] {1, 2, 3}));

        assertCorruptCheckpoint("77");
    }

    @Test
    void refusesABacklogRowThatHoldsAnotherNumberOfMessagesThanItSays() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 3);
        fold.checkpoint();
        BacklogRow row = fold.store().derived(BacklogRow.class).get(0);
        write(
                Objects.requireNonNull(fold.store().checkpoint()),
                new BacklogRow(
                        Fold.VPN,
                        QUEUE,
                        1,
                        4,
                        row.base(),
                        row.asOf(),
                        0,
                        row.adds(),
                        row.cardinality() + 1,
                        row.bits()));

        assertCorruptCheckpoint("not 4");
    }

    /** L22: rows of a generation that is over stay until somebody deletes them. */
    @Test
    void rowsOfAnotherGenerationAreNotPartOfTheBacklog() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 3);
        fold.commit(new Counted(QUEUE, 1, 2, 4));
        fold.checkpoint();
        BacklogRow row = fold.store().derived(BacklogRow.class).get(0);
        DeliveryNote note = fold.store().derived(DeliveryNote.class).get(0);
        write(
                Objects.requireNonNull(fold.store().checkpoint()),
                new BacklogRow(Fold.VPN, QUEUE, 2, 4, row.base(), row.asOf(), 0, 3, 3, row.bits()),
                new BacklogRow(Fold.VPN, QUEUE, 2, 7, row.base(), row.asOf(), 0, 3, 3, row.bits()),
                new DeliveryNote(Fold.VPN, QUEUE, 2, 1, note.asOf(), 9, 0, 0, 0, 0));

        fold.crash();

        assertThat(endpoint().messages()).isEqualTo(3);
        assertThat(endpoint().laneNumbers()).containsExactly(4);
        assertThat(endpoint().attempts(1)).isZero();
        assertThat(endpoint().attempts(2)).isEqualTo(4);
    }

    @Test
    void refusesADamagedBlockOfTheEntryIndex() {
        write(new Checkpoint(Fold.VPN, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0), new EntryBlock(Fold.VPN, 0, new byte[] {1, 0
        }));

        assertCorruptCheckpoint("EntryBlock");
    }

    @Test
    void idsThatABitmapCannotHoldTogetherAreKeptApart() {
        long far = 5L << 31;
        fold.commit(new EndpointCreated(QUEUE));
        for (long id : new long[] {1, far, far + 1, 2 * far, 3 * far}) {
            fold.commit(List.of(message(id, false, QUEUE)));
        }
        fold.commit(removed(QUEUE, 1, far + 1));
        fold.checkpoint();

        fold.crash();
        fold.commit(removed(QUEUE, far, 2 * far));

        LongStream.of(1, far, far + 1, 2 * far)
                .forEach(id -> assertThat(endpoint().contains(id)).isFalse());
        assertThat(endpoint().firstMsgId()).isEqualTo(3 * far);
        assertThat(endpoint().messages()).isEqualTo(1);
    }

    private EndpointState endpoint() {
        return Objects.requireNonNull(fold.state().endpoint(QUEUE));
    }

    private void write(Checkpoint checkpoint, Object... rows) {
        fold.store().writeCheckpoint(new CheckpointBatch(checkpoint, List.of(rows), List.of(), List.of(), List.of()));
    }

    private void assertCorruptCheckpoint(String named) {
        assertThatThrownBy(fold::crash)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_CHECKPOINT))
                .hasMessageContaining(named);
    }
}
