package io.reprise.broker.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.state.LoggedIndex.Cut;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** L17: what is asked of the replay log is answered from memory, in few steps however much it holds. */
class L17LoggedIndexTest {
    private static final int ENTRIES = 2_000_000;
    private static final int MESSAGES_AN_ENTRY = 5;
    private static final long DAY_MILLIS = 86_400_000;

    private long comparisons;
    private final EntryIndex index = new EntryIndex((one, other) -> {
        comparisons++;
        return one.compareTo(other);
    });

    private final LoggedIndex log = index.logged();

    /** Every third entry is logged: 10 million messages, of 100 bytes each. Two entries a second. */
    private void tenMillionMessages() {
        for (int i = 0; i < ENTRIES; i++) {
            index.append(3L * i + 1, 0, 0, 0, 0, 0, LoggedPart.NONE);
            index.append(3L * i + 2, firstIdOf(i), MESSAGES_AN_ENTRY, 500, 5, IndexBlock.LOGGED, part(i));
            index.append(3L * i + 3, 0, 0, 0, 0, 0, LoggedPart.NONE);
        }
    }

    private static LoggedPart part(int entry) {
        return new LoggedPart(MESSAGES_AN_ENTRY, 500, timeOf(entry), firstIdOf(entry));
    }

    private static long firstIdOf(int entry) {
        return 1 + (long) entry * MESSAGES_AN_ENTRY;
    }

    private static long timeOf(int entry) {
        return 1_700_000_000_000L + 500L * entry;
    }

    private <T> T inFewSteps(Supplier<T> asked) {
        comparisons = 0;
        T answer = asked.get();
        assertThat(comparisons).as("comparisons for %s", answer).isLessThan(1_000);
        return answer;
    }

    @Test
    void l17_findsAnyOfTenMillionMessagesByTimeAndByIdInFewSteps() {
        tenMillionMessages();

        for (int entry : List.of(0, 1, 511, 512, 999_999, 1_234_567, ENTRIES - 1)) {
            long first = firstIdOf(entry);
            assertThat(inFewSteps(() -> log.firstMsgIdAtOrAfter(timeOf(entry)))).isEqualTo(first);
            assertThat(inFewSteps(() -> log.firstMsgIdAtOrAfter(timeOf(entry) - 499)))
                    .isEqualTo(first);
            assertThat(inFewSteps(() -> log.entries(first + 1, Long.MAX_VALUE, 1)))
                    .extracting(LoggedIndex.LoggedEntry::commitNo)
                    .containsExactly(3L * entry + 2);
            assertThat(inFewSteps(() -> log.entriesBelow(first + 1, 1)))
                    .extracting(LoggedIndex.LoggedEntry::commitNo)
                    .containsExactly(3L * entry + 2);
        }
        assertThat(log.firstMsgIdAtOrAfter(timeOf(ENTRIES - 1) + 1)).isZero();
        assertThat(log.count(firstIdOf(1_000) - 1, firstIdOf(1_999_000) - 1)).isEqualTo(1_998_000L * MESSAGES_AN_ENTRY);
    }

    @Test
    void l17_whatIsTrimmedOfTenMillionMessagesIsFoundNoMore() {
        tenMillionMessages();

        Cut cut = log.olderThan(timeOf(1_234_567));
        index.trim(cut.throughMsgId(), cut.messages(), cut.sizeBytes());

        assertThat(cut).isEqualTo(new Cut(firstIdOf(1_234_567) - 1, 1_234_567L * 5, 1_234_567L * 500));
        assertThat(log.oldestMsgId()).isEqualTo(firstIdOf(1_234_567));
        assertThat(inFewSteps(() -> log.firstMsgIdAtOrAfter(0))).isEqualTo(firstIdOf(1_234_567));
        assertThat(index.references(3L * 1_234_566 + 2)).isZero();
        assertThat(index.references(3L * 1_234_567 + 2)).isEqualTo(5);
        assertThat(log.count(0, Long.MAX_VALUE)).isEqualTo(10_000_000L - 5 * 1_234_567);
    }

    /** A broker that is left alone for months, and one whose clock has stood still. */
    @Test
    void l17_findsTimesExactlyHoweverFarApartOrClose() {
        long[] times = {5, 5, 5, 6, 40 * DAY_MILLIS, 41 * DAY_MILLIS, 41 * DAY_MILLIS, 4_000 * DAY_MILLIS};
        for (int i = 0; i < times.length; i++) {
            index.append(i + 1, i + 1, 1, 1, 1, IndexBlock.LOGGED, new LoggedPart(1, 1L << 33, times[i], i + 1));
        }

        assertThat(log.firstMsgIdAtOrAfter(4)).isEqualTo(1);
        assertThat(log.firstMsgIdAtOrAfter(5)).isEqualTo(1);
        assertThat(log.firstMsgIdAtOrAfter(6)).isEqualTo(4);
        assertThat(log.firstMsgIdAtOrAfter(7)).isEqualTo(5);
        assertThat(log.firstMsgIdAtOrAfter(41 * DAY_MILLIS)).isEqualTo(6);
        assertThat(log.firstMsgIdAtOrAfter(41 * DAY_MILLIS + 1)).isEqualTo(8);
        assertThat(log.sizeBytes()).isEqualTo(8L << 33);
    }

    /** Else a log of messages that every endpoint has consumed would be rewritten over and over. */
    @Test
    void l16_anEntryFullOfLoggedMessagesIsNotMostlyDead() {
        index.append(1, 1, 100, 100_000, 100, IndexBlock.LOGGED, new LoggedPart(100, 100_000, 1, 1));

        assertThat(index.mostlyDead(2, 16_384, 10)).isEmpty();
        index.trim(80, 80, 80_000);
        assertThat(index.mostlyDead(2, 16_384, 10)).containsExactly(1L);
        assertThat(index.references(1)).isEqualTo(20);
        index.trim(100, 20, 20_000);
        assertThat(index.dead(2, 10)).containsExactly(1L);
        assertThat(log.oldestMsgId()).isZero();
    }
}
