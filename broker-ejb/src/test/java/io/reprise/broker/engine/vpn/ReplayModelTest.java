package io.reprise.broker.engine.vpn;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replays against a model, step by random step: starts, cancels, joins, late settlements, branches, crashes [spec 2.4, LOG.md L21–L23].
 * A failure names its seed. More runs: {@code -Dcampaign.replay=100000}.
 */
class ReplayModelTest {
    private static final int STEPS = 120;
    private static final int RUNS = 150;
    private static final long SEED = 20_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyEndpointGetsWhatTheModelSays(long seed) {
        run(seed, 600);
    }

    /** The same seeds in each build, so that one fails for what it changes; others each time in the campaign. */
    @Test
    void everyEndpointGetsWhatTheModelSaysWithAnySeed() {
        int runs = Integer.getInteger("campaign.replay", RUNS);
        long first = Long.getLong("campaign.replay.seed", runs == RUNS ? SEED : new Random().nextInt());
        System.getLogger(ReplayModelTest.class.getName())
                .log(System.Logger.Level.INFO, "{0} runs, seeds from {1}", runs, Long.toString(first));
        for (long seed = first; seed < first + runs; seed++) {
            run(seed, STEPS);
        }
    }

    private static void run(long seed, int steps) {
        try (ReplayModelRun run = new ReplayModelRun(seed)) {
            run.steps(steps);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
