package io.reprise.broker.engine.state;

import static io.reprise.broker.engine.state.Fold.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.Death;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.store.CheckpointBatch;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a batch holds, and where it says a recovery begins [LOG.md L15]. */
class CheckpointingTest {
    private static final long QUEUE = 1;

    private final Fold fold = new Fold();

    @Test
    void theFirstEntryIsWhereARecoveryBeginsUntilABlockOfTheIndexIsWritten() {
        fold.commitEmpty(IndexBlock.ENTRIES - 3);

        assertThat(fold.checkpointing().copy().checkpoint().tailFrom()).isEqualTo(1);
        fold.checkpointing().written();

        fold.commitEmpty(1);
        assertThat(fold.checkpointing().copy().checkpoint().tailFrom()).isEqualTo(IndexBlock.ENTRIES);
    }

    @Test
    void whatDoesNotFitTheBatchHoldsTheTailBack() {
        for (long queue = 1; queue <= 5; queue++) {
            fold.commit(new EndpointCreated(queue));
        }
        fold.commitEmpty(2 * IndexBlock.ENTRIES);

        CheckpointBatch first = fold.checkpointing().copy(4);

        assertThat(first.upserts()).hasSize(4);
        assertThat(first.checkpoint().tailFrom())
                .as("the entry that created the third queue: two blocks of the index came first")
                .isEqualTo(4);
    }

    @Test
    void aBatchThatWasNotWrittenComesAgain() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 1);
        fold.commitEmpty(IndexBlock.ENTRIES);
        fold.checkpointing().copy();
        fold.publish(QUEUE, 1);

        fold.checkpointing().notWritten();
        CheckpointBatch again = fold.checkpointing().copy();

        assertThat(again.upserts())
                .extracting(row -> (Object) row.getClass())
                .containsExactlyInAnyOrder(EntryBlock.class, EndpointTotal.class, BacklogRow.class);
        assertThat(again.checkpoint().asOf()).isEqualTo(fold.state().lastCommitNo());
    }

    /** Deleting a large part of the log empties many blocks at once. */
    @Test
    void aBatchHasNoMoreRowsThanItMay() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.commitEmpty(300 * IndexBlock.ENTRIES);
        fold.checkpoint();
        fold.reclaim();
        for (long queue = 2; queue < 500; queue++) {
            fold.commit(new EndpointCreated(queue));
        }

        CheckpointBatch batch = fold.checkpointing().copy();

        assertThat(batch.upserts().size() + batch.deletes().size()).isEqualTo(Checkpointing.MAX_ROWS);
        assertThat(batch.checkpoint().tailFrom())
                .isGreaterThan(299 * IndexBlock.ENTRIES)
                .isLessThanOrEqualTo(fold.state().lastCommitNo());
    }

    @Test
    void aDeletedEndpointTakesItsRowsWithIt() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.publish(QUEUE, 3);
        fold.checkpoint();
        fold.commit(new EndpointDeleted(QUEUE));

        CheckpointBatch batch = fold.checkpointing().copy();

        assertThat(batch.deletedEndpoints()).containsExactly(QUEUE);
        assertThat(batch.upserts()).isEmpty();
    }

    @Test
    void aMovedMessageHasANoteOfWhoseBodyItHasAndAnEndpointOfItsHorizons() {
        fold.commit(new EndpointCreated(QUEUE));
        fold.commit(new EndpointCreated(2));
        fold.publish(QUEUE, 1);
        fold.commit(
                List.of(Fold.message(2, false, 2)
                        .moved(
                                new Placement(2, 4, 0),
                                0,
                                new Alias(1, true, QUEUE, "q", new Death(DeathReason.REDELIVERY, "q", 1, 3)))
                        .accepted(2)),
                removed(QUEUE, 1),
                new Horizon(2, 4, 1_002));

        CheckpointBatch batch = fold.checkpointing().copy();

        assertThat(batch.upserts())
                .filteredOn(DeliveryNote.class::isInstance)
                .singleElement()
                .satisfies(row -> {
                    DeliveryNote note = (DeliveryNote) row;
                    assertThat(note.endpointId()).isEqualTo(2);
                    assertThat(note.msgId()).isEqualTo(2);
                    assertThat(note.originalMsgId()).isEqualTo(1);
                });
        assertThat(batch.upserts())
                .filteredOn(row -> row instanceof EndpointTotal total && total.horizons().length > 0)
                .hasSize(1);
    }

    @Test
    void aBacklogRowStaysWithin9KilobytesWhateverTheIds() {
        fold.commit(new EndpointCreated(QUEUE));
        long id = 1;
        for (int i = 0; i < 70_000; i++) {
            fold.commit(List.of(Fold.message(id, false, QUEUE)));
            id += i < 20_000 ? 997 : 2;
        }
        fold.commit(removed(
                QUEUE, LongStream.range(0, 10_000).map(i -> 1 + i * 2 * 997).toArray()));
        fold.checkpoint();

        assertThat(fold.store().derived(BacklogRow.class))
                .hasSizeGreaterThan(3)
                .allSatisfy(row -> assertThat(row.bits().length).isLessThan(9 * 1024));
    }
}
