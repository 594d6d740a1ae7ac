package io.reprise.broker.engine.commit;

import io.reprise.broker.model.replay.ReplayFailure;

/** A replay is complete, is cancelled, or can't go on. */
final class EndReplayOperation extends Operation {
    private final long endpointId;
    private final int generation;
    private final ReplayFailure failure;

    /**
     * @param generation which replay; 0 = whichever runs
     * @param failure {@code NONE} if all its copies are gone
     */
    EndReplayOperation(long endpointId, int generation, ReplayFailure failure, long timeoutMillis) {
        super(timeoutMillis);
        this.endpointId = endpointId;
        this.generation = generation;
        this.failure = failure;
    }

    long endpointId() {
        return endpointId;
    }

    int generation() {
        return generation;
    }

    ReplayFailure failure() {
        return failure;
    }
}
