package io.reprise.broker.model.publish;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An outcome to come. Thread-safe. */
public interface PendingOutcome {
    /** One that was there at once. */
    static PendingOutcome of(CommitOutcome outcome) {
        return new SettledOutcome(outcome);
    }

    /** Waits for it, at most {@code publishTimeout}; past that the unit is withdrawn if it can be, else it is unknown. */
    CommitOutcome await();

    /**
     * Has {@code listener} called once, through {@code executor}, when it is settled. The broker's own threads only hand it
     * to the executor; an executor that refuses loses the call.
     */
    void whenSettled(Executor executor, Consumer<CommitOutcome> listener);
}
