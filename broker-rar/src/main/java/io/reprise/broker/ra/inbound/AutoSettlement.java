package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.ra.xa.VpnAccess;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Without a transaction, one by one: acknowledged, durably, after the listener has returned; released if it threw. */
final class AutoSettlement implements Settlement {
    private static final Logger LOG = System.getLogger(AutoSettlement.class.getName());

    private final DeliverySession session;
    private final VpnAccess access;

    AutoSettlement(DeliverySession session, VpnAccess access) {
        this.session = session;
        this.access = access;
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
        if (attempt.failure() == null && acknowledged(delivery)) {
            return Ending.DONE;
        }
        session.release(delivery);
        return Ending.FAILED;
    }

    @Override
    public void idle() {}

    @Override
    public void close() {}

    private boolean acknowledged(Delivery delivery) {
        try {
            CommitOutcome outcome = access.vpn().commit(WorkUnit.acknowledging(delivery));
            if (outcome instanceof CommitOutcome.Stored) {
                return true;
            }
            LOG.log(Level.WARNING, "message " + delivery.msgId() + " was not acknowledged and comes again: " + outcome);
        } catch (BrokerException e) {
            LOG.log(Level.WARNING, "message " + delivery.msgId() + " was not acknowledged and comes again", e);
        }
        return false;
    }
}
