package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.model.publish.CommitOutcome;

/** A delivery attempt failed: its count goes up durably, then it is offered again. */
final class ReleaseOperation extends Operation {
    private final EngineDelivery delivery;

    ReleaseOperation(EngineDelivery delivery, long timeoutMillis) {
        super(timeoutMillis);
        this.delivery = delivery;
    }

    EngineDelivery delivery() {
        return delivery;
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            delivery.countingFailed();
        }
    }
}
