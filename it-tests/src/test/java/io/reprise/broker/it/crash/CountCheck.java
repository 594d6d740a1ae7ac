package io.reprise.broker.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Compares every JMSXDeliveryCount with how often a bean had the message before: they are equal [spec 4.3]. Only of what had just
 * begun in a process that was ended, the last thing its thread did, the count may be missed, once. What was marked ahead of its bean's
 * call, and on its way to the bean when the process ended, may be counted though no bean had it, one for each session at each end:
 * see docs/campaigns.md.
 */
final class CountCheck {

    /** Instead of the time, for a process that has halted by itself: that was when the last bean got something. */
    static final long BY_ITSELF = -1;

    /** A presentation, with what is known of its process's end. */
    private record Step(Presentation presentation, long pid, boolean lastOfItsThread, OptionalLong endMillis) {

        boolean wasCut() {
            return lastOfItsThread && endMillis.isPresent();
        }

        long ageMillis() {
            return endMillis.getAsLong() - presentation.millis();
        }
    }

    private final Map<Long, Long> ends;
    private final int sessions;
    private final List<String> faults = new ArrayList<>();
    private long presentations;
    private long repeated;
    private long missed;
    private long oldestMissedMillis;
    private long unseen;
    private long firstPid;

    /**
     * @param ends the processes that were ended, and when, milliseconds of the epoch
     * @param sessions of all beans in one process
     */
    CountCheck(Map<Long, Long> ends, int sessions) {
        this.ends = ends;
        this.sessions = sessions;
    }

    /** Looks at all that was ever presented. */
    CountCheck run() throws IOException {
        Map<String, List<Step>> messages = new HashMap<>();
        List<Presentation.ThreadLines> threads = Presentation.read();
        firstPid = firstPid(threads);
        for (Presentation.ThreadLines thread : threads) {
            int size = thread.lines().size();
            Long end = ends.get(thread.pid());
            if (end != null && end == BY_ITSELF) {
                end = lastMillis(threads, thread.pid());
            }
            for (int i = 0; i < size; i++) {
                Presentation presentation = thread.lines().get(i);
                messages.computeIfAbsent(presentation.id(), id -> new ArrayList<>())
                        .add(new Step(
                                presentation,
                                thread.pid(),
                                i == size - 1,
                                end == null ? OptionalLong.empty() : OptionalLong.of(end)));
            }
        }
        messages.values().forEach(this::check);
        assertThat(faults).as("counts that are not what beans saw").isEmpty();
        assertThat(oldestMissedMillis)
                .as("milliseconds that a delivery had lasted whose count a kill missed")
                .isLessThanOrEqualTo(Campaign.markLimitMillis());
        assertThat(unseen)
                .as("deliveries on their way to their beans when a process ended")
                .isLessThanOrEqualTo((long) sessions * ends.size());
        return this;
    }

    private static long firstPid(List<Presentation.ThreadLines> threads) {
        return threads.stream()
                .filter(thread -> !thread.lines().isEmpty())
                .min(Comparator.comparingLong(thread -> thread.lines().get(0).millis()))
                .map(Presentation.ThreadLines::pid)
                .orElse(0L);
    }

    private static long lastMillis(List<Presentation.ThreadLines> threads, long pid) {
        return threads.stream()
                .filter(thread -> thread.pid() == pid)
                .flatMap(thread -> thread.lines().stream())
                .mapToLong(Presentation::millis)
                .max()
                .orElse(0);
    }

    private void check(List<Step> steps) {
        steps.sort(Comparator.comparingLong(step -> step.presentation().millis()));
        presentations += steps.size();
        int expected = 1;
        boolean mayBeMissed = false;
        long ageMillis = 0;
        long pid = firstPid;
        for (Step step : steps) {
            int count = step.presentation().count();
            repeated += count > 1 ? 1 : 0;
            if (mayBeMissed && count == expected - 1) {
                missed++;
                oldestMissedMillis = Math.max(oldestMissedMillis, ageMillis);
            } else if (count == expected + 1 && step.pid() != pid) {
                unseen++;
            } else if (count != expected) {
                faults.add(count + " instead of " + expected + " in " + steps);
            }
            expected = count + 1;
            pid = step.pid();
            mayBeMissed = step.wasCut();
            ageMillis = mayBeMissed ? step.ageMillis() : 0;
        }
    }

    /** For people. */
    String summary() {
        return presentations + " presented, " + repeated + " of them again, each counted but " + missed
                + " that had begun at most " + oldestMissedMillis + " ms before, and " + unseen
                + " counted on their way to the bean";
    }
}
