package io.reprise.broker.engine.vpn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The replay log beside a naive list of what it should hold, through publishes, branches, acknowledgements, trims, other quotas, filters,
 * compaction, restarts and rebuilds. A failure names its seed; {@code -Dlog.seed=<seed>} runs it alone, and {@code -Dlog.runs=<n>} more of
 * them than usual.
 */
class ReplayLogModelTest {
    private static final int STEPS = 120;

    @Test
    void theLogHoldsWhatAListWouldWhateverHappensToIt() {
        long runs = Long.getLong("log.runs", 25);
        for (long seed = 1; seed <= runs; seed++) {
            ReplayLogRun.run(seed, STEPS);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "log.seed", matches = "\\d+")
    void runsOneSeed() {
        ReplayLogRun.run(Long.getLong("log.seed"), STEPS);
    }
}
