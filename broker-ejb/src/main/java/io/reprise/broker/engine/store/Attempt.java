package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;
import java.util.function.Consumer;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;

/** One try to bring an entry into its slot. Throws what the database or the change threw. */
@FunctionalInterface
interface Attempt {
    /** One autocommit statement [LOG.md L1]. */
    Attempt INSERT = StatelessSession::insert;

    void run(StatelessSession session, LogEntry entry);

    /**
     * One transaction of the change and the entry [LOG.md L6]: the entry last, so that its slot is locked briefly. A change that was
     * made by an earlier try, of unknown outcome, may trip over its own rows: then too the slot says what happened.
     */
    static Attempt withConfiguration(Consumer<ConfigurationWrites> change) {
        return (session, entry) -> {
            Transaction transaction = session.beginTransaction();
            try {
                runChange(change, session);
                session.insert(entry);
                transaction.commit();
            } catch (RuntimeException failure) {
                Sessions.rollback(transaction, failure);
                throw failure;
            }
        };
    }

    private static void runChange(Consumer<ConfigurationWrites> change, StatelessSession session) {
        try {
            change.accept(new Writes(session));
        } catch (RuntimeException failure) {
            throw new ChangeFailure(failure);
        }
    }

    /** Writes at once, in the session's transaction. */
    record Writes(StatelessSession session) implements ConfigurationWrites {
        @Override
        public void insert(Object entity) {
            session.insert(entity);
        }

        @Override
        public void update(Object entity) {
            session.update(entity);
        }

        @Override
        public void delete(Object entity) {
            session.delete(entity);
        }
    }

    /** The change itself failed, and not the entry: a duplicate key in it says nothing about the slot. */
    final class ChangeFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ChangeFailure(RuntimeException cause) {
            super(SqlFailure.text(cause), cause);
        }

        /** Whether it will fail again. */
        boolean isDefinite() {
            return SqlFailure.of(this) != SqlFailure.UNCLEAR;
        }
    }
}
