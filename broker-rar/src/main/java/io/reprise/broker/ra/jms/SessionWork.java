package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.jms.ClientDelivery.State;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * What one session of a client has done and not finished: what it was presented, and its transaction. Each thing done goes where it
 * belongs: into the branch that the connection is joined to, else into the session's own transaction, else it is committed at once.
 * Used by one thread at a time, save {@link #close}; no lock is held while the engine commits.
 */
final class SessionWork {
    private final MessageVpn vpn;
    private final BranchSeat branch;
    private final AcknowledgeMode mode;
    private final Executor executor;
    private final Set<ClientDelivery> presented = new LinkedHashSet<>();
    private WorkUnit transaction = new WorkUnit();
    private List<ClientDelivery> inTransaction = new ArrayList<>();
    private final Set<ConsumerLink> liveInTransaction = new LinkedHashSet<>();
    private final Set<PendingOutcome> acknowledging = new LinkedHashSet<>();

    SessionWork(MessageVpn vpn, BranchSeat branch, AcknowledgeMode mode, Executor executor) {
        this.vpn = vpn;
        this.branch = branch;
        this.mode = mode;
        this.executor = executor;
    }

    /** Whether a send now would be committed by itself, not with other work. */
    boolean sendsAlone() {
        return !branch.isJoined() && mode != AcknowledgeMode.TRANSACTED;
    }

    /**
     * Sends: returns when it is stored, or is in the transaction; a non-persistent one when it is admitted, a direct one when it is on
     * its way [spec 1.5].
     */
    void send(Message message) throws JMSException {
        if (message.deliveryMode() == DeliveryMode.DIRECT) {
            sendDirect(message);
        } else if (sendsAlone()) {
            sendAlone(message);
        } else {
            sendInTransaction(vpn.requirePublish(message)); // whoever commits it does not know for whom
        }
    }

    private void sendInTransaction(Message message) throws JMSException {
        if (branch.publish(message)) {
            return;
        }
        if (mode == AcknowledgeMode.TRANSACTED) {
            synchronized (this) {
                transaction.publish(message);
            }
            return;
        }
        sendAlone(message); // its branch ended meanwhile
    }

    private void sendAlone(Message message) throws JMSException {
        CommitOutcome outcome = vpn.commit(WorkUnit.sending(message));
        if (!(outcome instanceof CommitOutcome.Stored || outcome instanceof CommitOutcome.Admitted)) {
            throw JmsErrors.of(outcome);
        }
    }

    private void sendDirect(Message message) {
        if (!sendsAlone()) {
            throw BrokerException.refused(
                    ErrorCode.DIRECT_IN_TRANSACTION,
                    "message to " + message.topic(),
                    "direct, in a transaction",
                    "PERSISTENT or NON_PERSISTENT, or no transaction");
        }
        vpn.live().publish(message);
    }

    /** Sends a message by itself without waiting. */
    PendingOutcome submit(Message message) {
        return vpn.submit(WorkUnit.publishing(message));
    }

    /** The application gets it. In a branch that is its acknowledgement, whatever the mode. */
    void present(ClientDelivery delivery) {
        if (delivery.isLive()) {
            delivery.present();
            delivery.settle();
            return;
        }
        if (delivery.present() && !branch.acknowledge(delivery)) {
            synchronized (this) {
                presented.add(delivery);
            }
        }
    }

    /** Acknowledges one delivery. */
    void acknowledge(ClientDelivery delivery) throws JMSException {
        if (delivery.isLive()) {
            acknowledgeLive(delivery);
        } else if (delivery.is(State.IN_UNIT) || branch.acknowledge(delivery)) {
            forget(delivery);
        } else if (mode == AcknowledgeMode.TRANSACTED) {
            acknowledgeInTransaction(delivery);
        } else if (mode == AcknowledgeMode.DUPS_OK) {
            acknowledgeLazily(delivery);
        } else {
            acknowledgeNow(delivery);
        }
    }

    /** There is nothing to acknowledge; but the client counts its consumer among those of its transaction. */
    private void acknowledgeLive(ClientDelivery delivery) {
        delivery.settle();
        if (mode == AcknowledgeMode.TRANSACTED) {
            synchronized (this) {
                liveInTransaction.add(delivery.link());
            }
        }
    }

    private synchronized void acknowledgeInTransaction(ClientDelivery delivery) {
        presented.remove(delivery);
        if (delivery.putInUnit()) {
            transaction.acknowledge(delivery.delivery());
            inTransaction.add(delivery);
        }
    }

    private void acknowledgeLazily(ClientDelivery delivery) {
        PendingOutcome pending = vpn.submit(WorkUnit.acknowledging(delivery.delivery()));
        synchronized (this) {
            presented.remove(delivery);
            acknowledging.add(pending);
        }
        pending.whenSettled(executor, outcome -> {
            synchronized (this) {
                acknowledging.remove(pending);
            }
            if (outcome instanceof CommitOutcome.Stored) {
                delivery.settle();
            } else {
                delivery.release();
            }
        });
    }

    private void acknowledgeNow(ClientDelivery delivery) throws JMSException {
        CommitOutcome outcome = vpn.commit(WorkUnit.acknowledging(delivery.delivery()));
        if (outcome instanceof CommitOutcome.Stored) {
            forget(delivery);
            delivery.settle();
            return;
        }
        if (outcome instanceof CommitOutcome.Unknown) {
            returnUnknown(List.of(delivery));
        } else if (mode == AcknowledgeMode.AUTO) {
            fail(delivery);
        }
        throw JmsErrors.of(outcome);
    }

    /** What may be acknowledged or not comes again if it isn't; trying once more would be void [LOG.md L5]. */
    private void returnUnknown(List<ClientDelivery> deliveries) {
        deliveries.forEach(delivery -> {
            forget(delivery);
            delivery.release();
        });
    }

    /** Acknowledges all that was presented and isn't yet. If that is refused it can be tried again. */
    void acknowledgeAll() throws JMSException {
        List<ClientDelivery> all = allPresented();
        if (all.isEmpty()) {
            return;
        }
        WorkUnit unit = new WorkUnit();
        all.forEach(delivery -> unit.acknowledge(delivery.delivery()));
        CommitOutcome outcome = vpn.commit(unit);
        if (outcome instanceof CommitOutcome.Unknown) {
            returnUnknown(all);
        }
        if (!(outcome instanceof CommitOutcome.Stored)) {
            throw JmsErrors.of(outcome);
        }
        all.forEach(delivery -> {
            forget(delivery);
            delivery.settle();
        });
    }

    /** The attempt at one delivery failed. */
    void fail(ClientDelivery delivery) {
        forget(delivery);
        delivery.takeBack();
    }

    /** All attempts not acknowledged failed [JMS 3.1 §6.2.11]. */
    void recover() {
        allPresented().forEach(this::fail);
    }

    /** Commits the session's transaction. What is not stored is rolled back: its messages are nowhere, its deliveries return counted. */
    void commit() throws JMSException {
        if (branch.isJoined()) {
            throw new jakarta.jms.IllegalStateException("the session's work is in a branch; who began that commits it");
        }
        WorkUnit unit;
        List<ClientDelivery> deliveries;
        synchronized (this) {
            unit = transaction;
            deliveries = endTransaction();
        }
        CommitOutcome outcome = unit.isEmpty() ? new CommitOutcome.Stored(0, 0) : vpn.commit(unit);
        if (outcome instanceof CommitOutcome.Stored) {
            deliveries.forEach(ClientDelivery::settle);
            return;
        }
        deliveries.forEach(ClientDelivery::release);
        throw JmsErrors.ofCommit(outcome);
    }

    /** Drops the session's transaction; the client drops what it had buffered for those who took part. */
    void rollback() {
        List<ClientDelivery> deliveries;
        List<ConsumerLink> live;
        synchronized (this) {
            live = List.copyOf(liveInTransaction);
            deliveries = endTransaction();
        }
        live.forEach(ConsumerLink::giveBackBuffered);
        deliveries.stream().map(ClientDelivery::link).distinct().forEach(ConsumerLink::giveBackBuffered);
        deliveries.forEach(ClientDelivery::release);
    }

    /**
     * The session ends: what isn't done comes to nothing; what a branch holds is the branch's. Returns when the acknowledgements under
     * way are on disk; past the first that isn't stored none is waited for: what kept it keeps the others.
     */
    void close() {
        rollback();
        recover();
        for (PendingOutcome pending : allAcknowledging()) {
            if (!(pending.await() instanceof CommitOutcome.Stored)) {
                return;
            }
        }
    }

    private List<ClientDelivery> endTransaction() {
        List<ClientDelivery> deliveries = inTransaction;
        transaction = new WorkUnit();
        inTransaction = new ArrayList<>();
        liveInTransaction.clear();
        return deliveries;
    }

    private synchronized List<ClientDelivery> allPresented() {
        return List.copyOf(presented);
    }

    private synchronized List<PendingOutcome> allAcknowledging() {
        return List.copyOf(acknowledging);
    }

    private synchronized void forget(ClientDelivery delivery) {
        presented.remove(delivery);
    }
}
