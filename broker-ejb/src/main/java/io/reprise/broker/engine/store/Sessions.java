package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;

/**
 * Short pieces of work on connections of the pool, for everything but the committer's appends. Any thread. Failures of the database
 * come out as {@link StoreUnavailableException}.
 */
final class Sessions {
    private final SessionFactory factory;

    Sessions(SessionFactory factory) {
        this.factory = factory;
    }

    /** Statements that commit each for itself. */
    <T> T call(Function<StatelessSession, T> work) {
        try (StatelessSession session = factory.openStatelessSession()) {
            return work.apply(session);
        } catch (RuntimeException failure) {
            throw translated(failure);
        }
    }

    /** One transaction, rolled back explicitly when the work throws. */
    <T> T inTransaction(Function<StatelessSession, T> work) {
        return call(session -> {
            Transaction transaction = session.beginTransaction();
            try {
                T result = work.apply(session);
                transaction.commit();
                return result;
            } catch (RuntimeException failure) {
                rollback(transaction, failure);
                throw failure;
            }
        });
    }

    /**
     * One transaction of the VPN's owner [LOG.md L8]. The guard must really change the row, and keeps it locked until the commit.
     *
     * @throws FencedException if the epoch is over; nothing was done
     */
    void guarded(String vpn, long epoch, Consumer<StatelessSession> work) {
        inTransaction(session -> {
            int owned = session.createNativeMutationQuery(
                            "UPDATE vpn_owner SET touch = touch + 1 WHERE vpn = :vpn AND epoch = :epoch")
                    .setParameter("vpn", vpn)
                    .setParameter("epoch", epoch)
                    .executeUpdate();
            if (owned == 0) {
                throw new FencedException("VPN '" + vpn + "' was taken over: epoch " + epoch + " is past");
            }
            work.accept(session);
            return owned;
        });
    }

    /** Rolls back after a failure, which stays the one to report. */
    static void rollback(Transaction transaction, RuntimeException failure) {
        try {
            if (transaction.isActive() || transaction.getStatus().canRollback()) {
                transaction.rollback();
            }
        } catch (RuntimeException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    private static RuntimeException translated(RuntimeException failure) {
        boolean ours = failure instanceof BrokerException
                || failure instanceof FencedException
                || failure instanceof StoreUnavailableException;
        return ours || SqlFailure.sqlCause(failure) == null
                ? failure
                : new StoreUnavailableException(SqlFailure.text(failure), failure);
    }
}
