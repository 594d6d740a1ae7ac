package io.reprise.broker.engine.live;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Live subscribers against a model, step by random step: all starts, recoveries, slow ones, conflation, expiry, bounds, settings, restarts
 * [spec 3]. A failure names its seed. More runs: {@code -Dcampaign.live=100000}.
 */
class LiveModelTest {
    private static final int STEPS = 250;
    private static final int RUNS = 400;
    private static final long SEED = 30_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyStreamIsWhatTheModelAllows(long seed) {
        run(seed, 2_500);
    }

    /** The same seeds in each build, so that one fails for what it changes; others each time in the campaign. */
    @Test
    void everyStreamIsWhatTheModelAllowsWithAnySeed() {
        int runs = Integer.getInteger("campaign.live", RUNS);
        long first = Long.getLong("campaign.live.seed", runs == RUNS ? SEED : new Random().nextInt(1 << 30));
        System.getLogger(LiveModelTest.class.getName())
                .log(System.Logger.Level.INFO, "{0} runs, seeds from {1}", runs, Long.toString(first));
        for (long seed = first; seed < first + runs; seed++) {
            run(seed, STEPS);
        }
    }

    private static void run(long seed, int steps) {
        try {
            new LiveModelRun(seed).steps(steps);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
