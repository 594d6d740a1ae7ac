package io.reprise.broker.model.replay;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** A time as people write it who ask for a replay [spec 2.2]; a relative one becomes an instant only when it is used. Immutable. */
public sealed interface ReplayTime {
    /** For people. */
    String ALLOWED =
            "whole unix seconds as 1735689600, a time with offset as 2026-11-30T10:00:00+01:00 or 2026-11-30T09:00:00Z,"
                    + " or so long ago as -PT20M";

    Pattern UNIX_SECONDS = Pattern.compile("\\d{1,18}");

    /** The last one of four digits, so that no calculation with milliseconds overflows. */
    Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    Duration LONGEST_AGO = Duration.ofDays(36_500);

    /** A point in time. */
    record Point(Instant instant) implements ReplayTime {
        @Override
        public Instant at(InstantSource clock) {
            return instant;
        }
    }

    /** So long before it is used. */
    record Ago(Duration duration) implements ReplayTime {
        @Override
        public Instant at(InstantSource clock) {
            return clock.instant().minus(duration);
        }
    }

    /** The instant, by the clock of whoever asks. */
    Instant at(InstantSource clock);

    /**
     * Reads a time.
     *
     * @param parameter what it is the value of, for the refusal
     * @throws BrokerException INVALID_PARAMETER if it is malformed; whether the log reaches back so far is not known here
     */
    static ReplayTime parse(String parameter, String text) {
        try {
            return text.startsWith("-P") ? ago(text) : point(text);
        } catch (DateTimeException | ArithmeticException malformed) {
            throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, parameter, "'" + text + "'", ALLOWED);
        }
    }

    private static Ago ago(String text) {
        Duration duration = Duration.parse(text).negated();
        if (duration.isNegative() || duration.compareTo(LONGEST_AGO) > 0) {
            throw new DateTimeException(text);
        }
        return new Ago(duration);
    }

    private static Point point(String text) {
        Instant instant = UNIX_SECONDS.matcher(text).matches()
                ? Instant.ofEpochSecond(Long.parseLong(text))
                : OffsetDateTime.parse(text).toInstant();
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LAST)) {
            throw new DateTimeException(text);
        }
        return new Point(instant);
    }
}
