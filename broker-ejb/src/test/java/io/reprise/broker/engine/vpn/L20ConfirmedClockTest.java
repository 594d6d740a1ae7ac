package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** L20: a jump of the wall clock that the database's clock doesn't confirm is refused. */
class L20ConfirmedClockTest {
    private final SettableClock wall = new SettableClock();
    private final SettableClock database = new SettableClock();
    private long nanos = 5;
    private int asked;
    private boolean away;
    private final ConfirmedClock clock = new ConfirmedClock(wall, () -> nanos, this::ask);
    private final long start = wall.millis();

    private long ask() {
        asked++;
        if (away) {
            throw new StoreUnavailableException("away", new IOException());
        }
        return database.millis();
    }

    /** Time passes, everywhere. */
    private void pass(Duration time) {
        wall.advance(time);
        database.advance(time);
        nanos += time.toNanos();
    }

    @Test
    void l20_timeThatPassesIsNoJump() {
        for (int i = 0; i < 100; i++) {
            pass(Duration.ofMinutes(10));
            assertThat(clock.millis()).isEqualTo(wall.millis());
        }

        assertThat(asked).isEqualTo(1);
        assertThat(clock.isRefusing()).isFalse();
    }

    @Test
    void l20_aSmallCorrectionIsFollowedEitherWay() {
        for (long seconds : new long[] {60, -60, 59, -1}) {
            wall.advance(Duration.ofSeconds(seconds));
            assertThat(clock.millis()).isEqualTo(wall.millis());
            pass(Duration.ofSeconds(2));
            clock.millis();
        }

        assertThat(asked).isEqualTo(1);
    }

    @Test
    void l20_aJumpThatTheDatabaseConfirmsIsFollowed() {
        wall.advance(Duration.ofHours(3));
        database.advance(Duration.ofHours(3).plusSeconds(20));

        assertThat(clock.millis()).isEqualTo(start + Duration.ofHours(3).toMillis());
        assertThat(clock.isRefusing()).isFalse();
    }

    @Test
    void l20_aJumpForwardThatTheDatabaseDeniesIsRefusedAndTimeGoesOn() {
        wall.advance(Duration.ofSeconds(61));

        assertThat(clock.millis()).isEqualTo(start);
        assertThat(clock.isRefusing()).isTrue();
        pass(Duration.ofSeconds(5));
        assertThat(clock.millis()).isEqualTo(start + 5_000);
    }

    @Test
    void l20_aJumpBackThatTheDatabaseDeniesIsRefused() {
        wall.advance(Duration.ofHours(-1));

        assertThat(clock.millis()).isEqualTo(start);
    }

    @Test
    void l20_whenTheClockIsPutRightItIsFollowedAgain() {
        wall.advance(Duration.ofHours(1));
        assertThat(clock.millis()).isEqualTo(start);
        pass(Duration.ofSeconds(30));
        wall.advance(Duration.ofHours(-1));

        assertThat(clock.millis()).isEqualTo(start + 30_000);
        assertThat(clock.isRefusing()).isFalse();
    }

    @Test
    void l20_whileRefusedTheDatabaseIsAskedEveryTenSecondsOnly() {
        wall.advance(Duration.ofHours(1));
        for (int i = 0; i < 1_000; i++) {
            clock.millis();
        }
        assertThat(asked).isEqualTo(2);

        pass(Duration.ofSeconds(10));
        clock.millis();
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void l20_whileTheDatabaseIsAwayNoJumpIsBelieved() {
        away = true;
        wall.advance(Duration.ofHours(1));
        database.advance(Duration.ofHours(1));
        assertThat(clock.millis()).isEqualTo(start);

        away = false;
        pass(Duration.ofSeconds(10));
        assertThat(clock.millis()).isEqualTo(wall.millis());
    }

    @Test
    void l20_aClockThatIsWrongAtTheStartIsRefusedFromTheStart() {
        wall.advance(Duration.ofDays(365));

        ConfirmedClock late = new ConfirmedClock(wall, () -> nanos, this::ask);

        assertThat(late.millis()).isEqualTo(start);
        assertThat(late.isRefusing()).isTrue();
    }
}
