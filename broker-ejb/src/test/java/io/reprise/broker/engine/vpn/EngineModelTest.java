package io.reprise.broker.engine.vpn;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine against a model of it, step by random step: publishes, transactions, failures, branches, expiry, purges, restarts,
 * and a committer that is cut off before or after any append [LOG.md L3].
 */
class EngineModelTest {
    private static final int STEPS = 1_500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void behavesAsTheModelWhateverHappens(long seed) {
        run(seed, STEPS);
    }

    /** Another seed each time; a failure names it. A longer run: {@code -Dreprise.model.steps=100000}. */
    @Test
    void behavesAsTheModelWithAnySeed() {
        run(new Random().nextLong(), Integer.getInteger("reprise.model.steps", STEPS));
    }

    private static void run(long seed, int steps) {
        try (EngineModelRun run = new EngineModelRun(seed)) {
            run.steps(steps);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
