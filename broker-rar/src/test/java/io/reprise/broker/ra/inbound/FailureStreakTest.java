package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureStreakTest {
    @Test
    void isTooLongWhenAsManyDeliveriesFailedInARow() {
        FailureStreak streak = new FailureStreak(3);

        assertThat(streak.failed(1)).isFalse();
        assertThat(streak.failed(2)).isFalse();
        assertThat(streak.failed(3)).isTrue();
    }

    @Test
    void isNeverTooLongByOneMessageAlone() {
        FailureStreak streak = new FailureStreak(3);

        for (int i = 0; i < 1_000; i++) {
            assertThat(streak.failed(7)).isFalse();
        }
        assertThat(streak.failed(8)).as("another one fails too").isTrue();
    }

    @Test
    void asksForASecondMessageEvenWhereOneFailureIsTheLimit() {
        FailureStreak streak = new FailureStreak(1);

        assertThat(streak.failed(1)).isFalse();
        assertThat(streak.failed(2)).isTrue();
    }

    @Test
    void endsWithASuccess() {
        FailureStreak streak = new FailureStreak(2);
        streak.failed(1);

        streak.end();

        assertThat(streak.failed(2)).isFalse();
        assertThat(streak.length()).isEqualTo(1);
        assertThat(streak.failed(3)).isTrue();
    }

    @Test
    void hasNoLimitAtZero() {
        FailureStreak streak = new FailureStreak(0);

        for (long id = 1; id < 1_000; id++) {
            assertThat(streak.failed(id)).isFalse();
        }
    }
}
