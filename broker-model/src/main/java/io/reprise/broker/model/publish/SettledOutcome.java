package io.reprise.broker.model.publish;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An outcome that was there at once. Immutable. */
record SettledOutcome(CommitOutcome outcome) implements PendingOutcome {
    @Override
    public CommitOutcome await() {
        return outcome;
    }

    @Override
    public void whenSettled(Executor executor, Consumer<CommitOutcome> listener) {
        executor.execute(() -> listener.accept(outcome));
    }
}
