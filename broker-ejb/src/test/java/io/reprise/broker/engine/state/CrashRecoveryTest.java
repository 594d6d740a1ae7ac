package io.reprise.broker.engine.state;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Recovery after a crash at any moment is exact [LOG.md L15]. A failure names its seed; {@code -Dfold.seed=<seed>} runs it alone, and
 * {@code -Dfold.runs=<n>} more of them than usual, from {@code -Dfold.from=<seed>} on.
 */
class CrashRecoveryTest {
    private static final int STEPS = 150;

    @Test
    void recoversWhatTheLogSaysAfterACrashAtAnyMoment() {
        long from = Long.getLong("fold.from", 1);
        long runs = Long.getLong("fold.runs", 2_000);
        for (long seed = from; seed < from + runs; seed++) {
            CrashSimulation.run(seed, STEPS);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "fold.seed", matches = "\\d+")
    void runsOneSeed() {
        CrashSimulation.run(Long.getLong("fold.seed"), STEPS);
    }
}
