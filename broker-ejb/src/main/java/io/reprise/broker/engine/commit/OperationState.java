package io.reprise.broker.engine.commit;

import java.util.EnumSet;
import java.util.Set;

/** How far an operation is [LOG.md L5]; see docs/state-machine.md. */
public enum OperationState {
    /** Waits for the committer; its caller may still withdraw it. */
    QUEUED,
    /** The committer has it: its answer is its outcome, or unknown. */
    TAKEN,
    /** Its outcome is known. */
    SETTLED;

    /** Where it may go from here. */
    public Set<OperationState> next() {
        return switch (this) {
            case QUEUED -> EnumSet.of(TAKEN, SETTLED);
            case TAKEN -> EnumSet.of(SETTLED);
            case SETTLED -> EnumSet.noneOf(OperationState.class);
        };
    }
}
