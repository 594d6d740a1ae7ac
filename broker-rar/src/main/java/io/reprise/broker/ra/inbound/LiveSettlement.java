package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A live subscriber's: nothing is acknowledged, and what was presented doesn't come again, whatever became of the bean's transaction
 * [spec 3.4]. What the bean has not seen goes back.
 */
final class LiveSettlement implements Settlement {
    private final DeliverySession session;

    LiveSettlement(DeliverySession session) {
        this.session = session;
    }

    @Override
    public @Nullable XAResource resource() {
        return null;
    }

    @Override
    public void begin(Delivery delivery) {}

    @Override
    public void voteRollback() {}

    @Override
    public Ending end(Delivery delivery, Attempt attempt) {
        if (attempt.wasRefused()) {
            session.giveBack(delivery);
            return Ending.REFUSED;
        }
        return attempt.failure() == null ? Ending.DONE : Ending.FAILED;
    }

    @Override
    public void idle() {}

    @Override
    public void close() {}
}
