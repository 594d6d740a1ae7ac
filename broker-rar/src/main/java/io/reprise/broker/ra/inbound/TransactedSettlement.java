package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.ra.xa.Branch;
import io.reprise.broker.ra.xa.BranchParticipant;
import io.reprise.broker.ra.xa.BranchState;
import io.reprise.broker.ra.xa.VpnAccess;
import io.reprise.broker.ra.xa.VpnXaResource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgement is part of the delivery's transaction: the XAResource <em>is</em> the settlement. What it decided is read from
 * the branch, and a message is only released by the delivery thread, when that is back: a reaper that rolls back while the bean still
 * runs releases nothing [WILDFLY.md 3, 7].
 */
final class TransactedSettlement implements Settlement, BranchParticipant {
    private final DeliverySession session;
    private final VpnXaResource resource;
    private @Nullable Delivery delivery;
    private @Nullable Branch branch;
    private boolean mustRollBack;

    TransactedSettlement(DeliverySession session, VpnAccess access) {
        this.session = session;
        this.resource = VpnXaResource.of(access, this);
    }

    @Override
    public XAResource resource() {
        return resource;
    }

    @Override
    public void begin(Delivery next) {
        delivery = next;
        branch = null;
        mustRollBack = false;
    }

    /** Also for what the container begins with this delivery later. */
    @Override
    public void voteRollback() {
        mustRollBack = true;
        if (branch != null) {
            branch.markRollbackOnly();
        }
    }

    @Override
    public Ending end(Delivery done, Attempt attempt) {
        BranchState outcome = branch == null ? BranchState.ROLLED_BACK : branch.conclude();
        delivery = null;
        return switch (outcome) {
            case COMMITTED -> Ending.DONE;
            case PREPARED -> Ending.IN_DOUBT;
            default -> giveBackOrRelease(done, attempt);
        };
    }

    @Override
    public void idle() {}

    @Override
    public void close() {}

    @Override
    public void join(Branch joined) {
        if (branch == joined) {
            return;
        }
        if (branch != null || delivery == null) {
            throw new IllegalStateException("a delivery belongs to one transaction");
        }
        branch = joined;
        joined.unit().acknowledge(delivery);
        if (mustRollBack) {
            joined.markRollbackOnly();
        }
    }

    @Override
    public void leave() {}

    @Override
    public void settled(Branch decided) {}

    @Override
    public void returned(Branch decided) {}

    private Ending giveBackOrRelease(Delivery done, Attempt attempt) {
        if (attempt.wasRefused()) {
            session.giveBack(done);
            return Ending.REFUSED;
        }
        session.release(done);
        return Ending.FAILED;
    }
}
