package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.PendingOutcome;

/** A replay asked for, whose start is being decided. */
public interface PendingReplay extends PendingOutcome {
    /** Whether a request of its name was accepted before, and nothing was done now; to be asked once it is settled. */
    boolean wasSpent();
}
