package io.reprise.broker.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayLocationTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    @ParameterizedTest
    @CsvSource({
        "0,                              1970-01-01T00:00:00Z",
        "1735689600,                     2025-01-01T00:00:00Z",
        "253402300799,                   9999-12-31T23:59:59Z",
        "2026-11-30T10:00:00+01:00,      2026-11-30T09:00:00Z",
        "2026-11-30T10:00:00.123Z,       2026-11-30T10:00:00.123Z",
        "2026-11-30T10:00-03:30,         2026-11-30T13:30:00Z",
        "-PT20M,                         2026-11-30T09:40:00Z",
        "-P1DT2H,                        2026-11-29T08:00:00Z",
        "-PT0.25S,                       2026-11-30T09:59:59.750Z",
        "-PT0S,                          2026-11-30T10:00:00Z"
    })
    void beginsAtATime(String text, Instant time) {
        assertThat(ReplayLocation.parse("replayFrom", text).start(CLOCK)).isEqualTo(new ReplayStart.FromTime(time));
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginning", "Beginning", "BEGINNING"})
    void beginsWithTheLog(String text) {
        assertThat(ReplayLocation.parse("replayFrom", text).start(CLOCK)).isEqualTo(new ReplayStart.Beginning());
    }

    @Test
    void beginsAfterAMessage() {
        ReplicationGroupMsgId id = new ReplicationGroupMsgId(7, 42);

        assertThat(ReplayLocation.parse("replayFrom", id.format()).start(CLOCK))
                .isEqualTo(new ReplayStart.AfterMessage(id));
    }

    @Test
    void countsBackFromWhenItIsUsed() {
        ReplayLocation location = ReplayLocation.parse("replayFrom", "-PT1M");

        assertThat(location.start(InstantSource.fixed(NOW.plusSeconds(600))))
                .isEqualTo(new ReplayStart.FromTime(NOW.plusSeconds(540)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "start",
                "begin",
                "beginning ",
                "PT20M",
                "+PT20M",
                "-PT-20M",
                "-P",
                "-P36501D",
                "-PT9223372036854775807S",
                "-PT99999999999999999999S",
                "-5",
                "1735689600.5",
                "1735689600000",
                "999999999999999999",
                "9999999999999999999999",
                "2026-11-30",
                "2026-11-30T10:00:00",
                "2026-13-30T10:00:00Z",
                "1969-12-31T23:59:59Z",
                "+999999999-12-31T23:59:59+18:00",
                "2026-11-30 10:00:00Z",
                "rmid1:",
                "rmid1:00000-00000000007-00000000-0000002",
                "RMID1:00000-00000000007-00000000-0000002a"
            })
    void refusesOtherTextAndNamesParameterValueAndWhatIsAllowed(String text) {
        assertThatThrownBy(() -> ReplayLocation.parse("replayFrom", text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageStartingWith("replayFrom: '" + text + "'; allowed: beginning, ")
                .hasMessageContaining("-PT20M")
                .hasMessageContaining("rmid1:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"beginning", "rmid1:00000-00000000007-00000000-0000002a", "soon"})
    void isNoTime(String text) {
        assertThatThrownBy(() -> ReplayTime.parse("toTime", text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageStartingWith("toTime: '" + text + "'; allowed: whole unix seconds");
    }
}
