package io.reprise.broker.engine.commit;

import io.reprise.broker.model.publish.PendingOutcome;
import java.util.Collection;

/** Dead messages on their way home. Stored tells how many went. */
public interface PendingRetry extends PendingOutcome {
    /** Of those that did not go, what was in their way; to be asked once it is stored. */
    Collection<Obstruction> obstructions();
}
