package io.reprise.broker.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {

    private static final Earthquake EVENT = new Earthquake("us", "earthquake", 5.1, "here", "{}");

    private final Tally tally = new Tally("this");

    @Test
    void countsEachQueueApart() {
        tally.take(receipt("a", "this", 1));
        tally.take(receipt("a", "this", 2));
        tally.take(receipt("b", "this", 2));

        assertThat(tally.of("a")).isEqualTo(2);
        assertThat(tally.of("b")).isEqualTo(1);
        assertThat(tally.inOrder()).isTrue();
    }

    @Test
    void seesAMessageOutOfOrderOrTwice() {
        tally.take(receipt("a", "this", 2));
        tally.take(receipt("a", "this", 2));

        assertThat(tally.inOrder()).isFalse();
    }

    @Test
    void keepsAnEarlierRunsMessagesOutOfTheCount() {
        assertThat(tally.take(receipt("a", "other", 1))).isFalse();

        assertThat(tally.of("a")).isZero();
        assertThat(tally.ofEarlierRuns()).isEqualTo(1);
    }

    @Test
    void isReadBackFromItsLine() {
        DemonstrationResult result = new DemonstrationResult(1707, 1707, 39, true, 3);

        assertThat(DemonstrationResult.isResult(result.line())).isTrue();
        assertThat(DemonstrationResult.parse(result.line())).isEqualTo(result);
        assertThat(result.matches()).isTrue();
        assertThat(new DemonstrationResult(1707, 1706, 39, true, 0).matches()).isFalse();
        assertThat(new DemonstrationResult(1707, 1707, 39, false, 0).matches()).isFalse();
    }

    @Test
    void readsTheLateJoinersResultBackFromItsLine() {
        LateResult result = new LateResult(1707, true, 3416);

        assertThat(LateResult.parse(result.line())).isEqualTo(result);
    }

    private static Receipt receipt(String queue, String run, int number) {
        return new Receipt(queue, run, number, EVENT.topic(), EVENT);
    }
}
