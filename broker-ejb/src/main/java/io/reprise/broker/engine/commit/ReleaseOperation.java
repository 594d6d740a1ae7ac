package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.model.publish.CommitOutcome;

/**
 * A delivery ends without an acknowledgement: its attempt failed and counts, or the application never saw it and its mark is
 * taken back. Then the message is offered again, or it has died.
 */
final class ReleaseOperation extends Operation {
    private final EngineDelivery delivery;
    private final boolean counts;

    ReleaseOperation(EngineDelivery delivery, boolean counts, long timeoutMillis) {
        super(timeoutMillis);
        this.delivery = delivery;
        this.counts = counts;
    }

    EngineDelivery delivery() {
        return delivery;
    }

    boolean counts() {
        return counts;
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            delivery.releasingFailed(counts);
        }
    }
}
