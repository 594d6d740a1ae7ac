package io.reprise.broker.engine.vpn;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts, flags and places of messages against a model, step by random step: failures, limits, delays, dead message queues,
 * retries, branches, crashes [spec 4.3]. A failure names its seed. A longer run: {@code -Dcampaign.redelivery=100000}.
 */
class RedeliveryModelTest {
    private static final int STEPS = 1_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyMessageIsWhereTheModelHasItWithItsCount(long seed) {
        run(seed, STEPS);
    }

    @Test
    void everyMessageIsWhereTheModelHasItWithAnySeed() {
        long seed = Long.getLong("campaign.redelivery.seed", new Random().nextLong());
        int steps = Integer.getInteger("campaign.redelivery", STEPS);
        System.getLogger(RedeliveryModelTest.class.getName())
                .log(System.Logger.Level.INFO, "{0} steps, seed {1}", steps, Long.toString(seed));
        run(seed, steps);
    }

    private static void run(long seed, int steps) {
        try (RedeliveryRun run = new RedeliveryRun(seed)) {
            run.steps(steps);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
