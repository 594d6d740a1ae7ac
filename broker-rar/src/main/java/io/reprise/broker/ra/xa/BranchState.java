package io.reprise.broker.ra.xa;

/** The life of a branch in the adapter. What is durable of it is the engine's. */
public enum BranchState {
    /** Work goes in. */
    ACTIVE,
    /** Work went in, and it may only be rolled back. */
    ROLLBACK_ONLY,
    /** The engine is being asked; nobody else may decide meanwhile. */
    DECIDING,
    /** Durably prepared: only the transaction manager decides. */
    PREPARED,
    /** The prepare's outcome is unknown: to be rolled back. */
    PREPARE_UNKNOWN,
    /** Done. */
    COMMITTED,
    /** Came to nothing. */
    ROLLED_BACK,
    /** A one-phase commit whose outcome the engine could not tell. */
    OUTCOME_UNKNOWN;

    /** Whether nothing more can happen to it. */
    public boolean isFinal() {
        return this == COMMITTED || this == ROLLED_BACK || this == OUTCOME_UNKNOWN;
    }

    boolean mayBecome(BranchState next) {
        return switch (this) {
            case ACTIVE -> next == ROLLBACK_ONLY || next == DECIDING || next == ROLLED_BACK;
            case ROLLBACK_ONLY -> next == DECIDING || next == ROLLED_BACK;
            case DECIDING -> next == PREPARED || next == PREPARE_UNKNOWN || next.isFinal();
            case PREPARED, PREPARE_UNKNOWN -> next == DECIDING;
            case COMMITTED, ROLLED_BACK, OUTCOME_UNKNOWN -> false;
        };
    }
}
