package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.function.ToIntFunction;

/**
 * Something small that is decided by one function of what is committed and what the draft adds; it can't be refused. The function
 * says how much it did, which is what the outcome tells; it runs on the committer's thread and is our own code [LOG.md L5].
 */
final class DecidedOperation extends Operation {
    private final ToIntFunction<Draft> decision;

    DecidedOperation(ToIntFunction<Draft> decision, long timeoutMillis) {
        super(timeoutMillis);
        this.decision = decision;
    }

    void decide(Draft draft) {
        draft.include(this, new Stored(0, decision.applyAsInt(draft)));
    }
}
