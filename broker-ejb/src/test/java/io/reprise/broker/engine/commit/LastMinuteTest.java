package io.reprise.broker.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastMinuteTest {
    private final LastMinute counted = new LastMinute();

    @Test
    void nothingHappenedBeforeAnythingDid() {
        assertThat(counted.count(1_700_000_000_000L)).isZero();
    }

    @Test
    void whatIsOlderThanAMinuteIsForgottenSecondBySecond() {
        counted.add(1_000_000, 3);
        counted.add(1_000_999, 4);
        counted.add(1_001_000, 5);

        assertThat(counted.count(1_001_000)).isEqualTo(12);
        assertThat(counted.count(1_059_999)).isEqualTo(12);
        assertThat(counted.count(1_060_000)).isEqualTo(5);
        assertThat(counted.count(1_061_000)).isZero();
    }

    @Test
    void aSecondTakesThePlaceOfTheOneAMinuteBefore() {
        counted.add(1_000_000, 3);
        counted.add(1_060_000, 1);

        assertThat(counted.count(1_060_000)).isEqualTo(1);
    }

    @Test
    void aClockThatIsBehindTheEntriesSeesThem() {
        counted.add(1_000_000, 3);

        assertThat(counted.count(990_000)).isEqualTo(3);
    }
}
