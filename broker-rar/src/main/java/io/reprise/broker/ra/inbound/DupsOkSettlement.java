package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.ra.xa.VpnAccess;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Without a transaction, in batches: an acknowledgement may be late by a batch, a tenth of a second or the next pause, and what was not
 * acknowledged comes again. One batch is on its way while the next gathers.
 */
final class DupsOkSettlement implements Settlement {
    private static final Logger LOG = System.getLogger(DupsOkSettlement.class.getName());
    private static final int MAX_BATCH = 256;
    private static final long MAX_AGE_NANOS = Duration.ofMillis(100).toNanos();

    private final DeliverySession session;
    private final VpnAccess access;
    private final LongSupplier nanoTime;
    private WorkUnit gathered = new WorkUnit();
    private long gatheredSinceNanos;
    private @Nullable WorkUnit underWay;
    private @Nullable PendingOutcome outcome;

    DupsOkSettlement(DeliverySession session, VpnAccess access, LongSupplier nanoTime) {
        this.session = session;
        this.access = access;
        this.nanoTime = nanoTime;
    }

    @Override
    public @Nullable XAResource resource() {
        return null;
    }

    /** What is overdue does not wait for a listener that may take long. */
    @Override
    public void begin(Delivery delivery) {
        if (!gathered.isEmpty() && nanoTime.getAsLong() - gatheredSinceNanos > MAX_AGE_NANOS) {
            flush();
        }
    }

    @Override
    public void voteRollback() {}

    @Override
    public Ending end(Delivery delivery, Attempt attempt) {
        if (attempt.wasRefused()) {
            session.giveBack(delivery);
            return Ending.REFUSED;
        }
        if (attempt.failure() != null) {
            session.release(delivery);
            return Ending.FAILED;
        }
        gather(delivery);
        return Ending.DONE;
    }

    @Override
    public void idle() {
        flush();
        awaitBatch();
    }

    @Override
    public void close() {
        idle();
    }

    private void gather(Delivery delivery) {
        if (gathered.isEmpty()) {
            gatheredSinceNanos = nanoTime.getAsLong();
        }
        gathered.acknowledge(delivery);
        if (gathered.acknowledgements().size() >= MAX_BATCH) {
            flush();
        }
    }

    private void flush() {
        awaitBatch();
        if (gathered.isEmpty()) {
            return;
        }
        WorkUnit batch = gathered;
        gathered = new WorkUnit();
        try {
            outcome = access.vpn().submit(batch);
            underWay = batch;
        } catch (BrokerException e) {
            comesAgain(batch, e);
        }
    }

    private void awaitBatch() {
        PendingOutcome pending = outcome;
        WorkUnit batch = underWay;
        outcome = null;
        underWay = null;
        if (pending != null && batch != null) {
            CommitOutcome settled = pending.await();
            if (!(settled instanceof CommitOutcome.Stored)) {
                comesAgain(batch, settled);
            }
        }
    }

    private void comesAgain(WorkUnit batch, Object why) {
        LOG.log(
                Level.WARNING,
                batch.acknowledgements().size() + " messages were not acknowledged and come again: " + why);
        batch.acknowledgements().forEach(session::release);
    }
}
