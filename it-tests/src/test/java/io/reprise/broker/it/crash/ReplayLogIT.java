package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A large replay log in a heap of 256 MB: filled by one broker, replayed by the next, every message once and in order. */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class ReplayLogIT {

    private static final int HEAP_MB = 256;

    private final int count = Campaign.logged();

    @Test
    void startsAnywhereAndReplaysAllInOrderThenGoesOnLive() throws Exception {
        try (EmbeddedMariaDb database = EmbeddedMariaDb.startTemporary()) {
            run("fill", database);

            List<String> output = run("replay", database);

            assertThat(HeapProcess.figure(output, LogProcess.TIME_START_MEDIAN_MICROS))
                    .as("microseconds to start from a time")
                    .isLessThan(Campaign.startLimitMillis() * 1_000);
            assertThat(HeapProcess.figure(output, LogProcess.ID_START_MEDIAN_MICROS))
                    .as("microseconds to start after a message")
                    .isLessThan(Campaign.startLimitMillis() * 1_000);
            Campaign.result("replay of a log of " + count + ", " + HEAP_MB + " MB of heap", 1, "", outcome(output));
        }
    }

    private static String outcome(List<String> output) {
        return String.format(
                "opened in %d ms; started from a time in %s ms, after a message in %s ms (median and most of 20);"
                        + " replayed to one Dups-ok session, in order, %d/s, then live",
                HeapProcess.figure(output, LogProcess.OPEN_MILLIS),
                millis(output, LogProcess.TIME_START_MEDIAN_MICROS, LogProcess.TIME_START_MOST_MICROS),
                millis(output, LogProcess.ID_START_MEDIAN_MICROS, LogProcess.ID_START_MOST_MICROS),
                HeapProcess.figure(output, LogProcess.REPLAYED));
    }

    private static String millis(List<String> output, String median, String most) {
        return String.format(
                "%.1f and %.1f", HeapProcess.figure(output, median) / 1e3, HeapProcess.figure(output, most) / 1e3);
    }

    private List<String> run(String what, EmbeddedMariaDb database) throws Exception {
        return HeapProcess.run(HeapProcess.start(HEAP_MB, LogProcess.class, what, database, count));
    }
}
