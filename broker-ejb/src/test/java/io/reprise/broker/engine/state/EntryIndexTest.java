package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EntryIndexTest {
    private static final int BODY_BYTES = 100_000;

    private final EntryIndex index = new EntryIndex();

    @Test
    void findsNothingOutsideOfWhatItHolds() {
        index.append(1, 5, 3, BODY_BYTES, 3, 0, LoggedPart.NONE);
        index.append(2, 0, 0, 0, 0, 0, LoggedPart.NONE);
        index.append(3, 20, 1, BODY_BYTES, 1, 0, LoggedPart.NONE);

        assertThat(List.of(5L, 6L, 7L, 20L))
                .allSatisfy(id -> assertThat(index.find(id).exists()).isTrue());
        assertThat(List.of(0L, 4L, 8L, 19L, 21L))
                .allSatisfy(id -> assertThat(index.find(id).exists()).isFalse());
    }

    @Test
    void anOpeningEntryIsNeverDead() {
        index.append(1, 0, 0, 0, 0, IndexBlock.OPENING, LoggedPart.NONE);
        index.append(2, 0, 0, 0, 0, 0, LoggedPart.NONE);

        assertThat(index.dead(Long.MAX_VALUE, 10)).containsExactly(2L);
        index.forgetReferences(new LogTotals());
        index.buryUnreferenced();
        assertThat(index.dead(Long.MAX_VALUE, 10)).containsExactly(2L);
    }

    @Test
    void anEntryIsDeadOnceAndOnlyBelowTheTail() {
        index.append(1, 1, 2, BODY_BYTES, 2, 0, LoggedPart.NONE);
        index.release(1);
        assertThat(index.dead(Long.MAX_VALUE, 10)).isEmpty();

        index.release(2);

        assertThat(index.dead(1, 10)).isEmpty();
        assertThat(index.dead(2, 10)).containsExactly(1L);
        index.forget(List.of(1L));
        index.release(1);
        assertThat(index.dead(2, 10)).isEmpty();
        assertThat(index.find(1).exists()).isFalse();
    }

    /** Else the oldest ones would be rewritten for ever, and none behind them. */
    @Test
    void anEntryIsNotWorthCompactingAgainBeforeMostOfItsSurvivorsAreGone() {
        index.append(1, 1, 100, BODY_BYTES, 100, 0, LoggedPart.NONE);
        release(1, 75);
        assertThat(index.mostlyDead(2, 16_384, 50)).containsExactly(1L);

        index.shrunk(1, BODY_BYTES / 4);

        assertThat(index.find(90).bodyBytes()).isEqualTo(BODY_BYTES / 4);
        assertThat(index.mostlyDead(2, 16_384, 50)).isEmpty();
        release(76, 95);
        assertThat(index.mostlyDead(2, 16_384, 50)).containsExactly(1L);
    }

    /** The compactor leaves it alone: it must not stand in the way of others. */
    @Test
    void anEntryWithAPreparedBranchIsNotOfferedForCompacting() {
        index.append(1, 1, 100, BODY_BYTES, 101, IndexBlock.PREPARED, LoggedPart.NONE);
        index.append(2, 101, 100, BODY_BYTES, 100, 0, LoggedPart.NONE);
        release(1, 80);
        release(101, 180);

        assertThat(index.mostlyDead(3, 16_384, 1)).containsExactly(2L);
    }

    private void release(long from, long to) {
        for (long id = from; id <= to; id++) {
            index.release(id);
        }
    }
}
