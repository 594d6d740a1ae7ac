package io.reprise.broker.engine.commit;

import java.util.function.Consumer;

/**
 * Something small that is decided by one function of what is committed and what the draft adds; it can't be refused. The function
 * runs on the committer's thread and is our own code [LOG.md L5].
 */
final class DecidedOperation extends Operation {
    private final Consumer<Draft> decision;

    DecidedOperation(Consumer<Draft> decision, long timeoutMillis) {
        super(timeoutMillis);
        this.decision = decision;
    }

    void decide(Draft draft) {
        decision.accept(draft);
        draft.include(this, Outcomes.DONE);
    }
}
