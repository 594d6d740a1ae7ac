package io.reprise.broker.ra.environment;

import io.reprise.broker.ra.xa.NamedResource;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** What the adapter does with the transaction of the calling thread, which the container begins and ends. Thread-safe. */
public final class ServerTransactions {
    private static final Logger LOG = System.getLogger(ServerTransactions.class.getName());

    /**
     * The connection factory of META-INF/ironjacamar.xml, by which the server recovers the adapter's branches: those of all VPNs, or it
     * says that it can't, so a decision about one VPN's branch is not forgotten because another's was reached.
     */
    private static final String RECOVERED_BY = "java:/jms/RepriseConnectionFactory";

    /** The server's interface is an optional dependency: a server without it has no such names. */
    private static final boolean NAMES_ARE_KNOWN = isPresent("org.jboss.tm.XAResourceWrapper");

    private final @Nullable TransactionSynchronizationRegistry registry;
    private final @Nullable TransactionManager manager;

    /** Those of a server whose transaction manager is looked up. */
    public static ServerTransactions of(@Nullable TransactionSynchronizationRegistry registry) {
        return new ServerTransactions(registry, ServerNaming.transactionManager());
    }

    public ServerTransactions(
            @Nullable TransactionSynchronizationRegistry registry, @Nullable TransactionManager manager) {
        this.registry = registry;
        this.manager = manager;
    }

    /** What a delivery enlists: the resource, under the name by which the server recovers its branches. */
    public XAResource recoverable(XAResource resource) {
        return NAMES_ARE_KNOWN ? new NamedResource(resource, RECOVERED_BY) : resource;
    }

    /** Whether a timeout can be set for what the container begins. */
    public boolean canSetTimeout() {
        return manager != null;
    }

    /** The timeout of the next transaction begun on this thread [WILDFLY.md 8]. */
    public void setTimeout(Duration timeout) throws SystemException {
        if (manager != null) {
            manager.setTransactionTimeout(Math.toIntExact(Math.max(1, timeout.toSeconds())));
        }
    }

    /** The server's default again: the next bean on this thread must not inherit it. */
    public void resetTimeout() {
        try {
            if (manager != null) {
                manager.setTransactionTimeout(0);
            }
        } catch (SystemException e) {
            LOG.log(Level.ERROR, "the transaction timeout of a thread could not be reset", e);
        }
    }

    /** The transaction of this thread, if there is one, can't commit any more. */
    public void markRollbackOnly() {
        try {
            if (registry != null && registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
                registry.setRollbackOnly();
            }
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "the transaction has ended already", e);
        }
    }

    /** Nothing of a delivery stays on the thread: a transaction left there is rolled back [WILDFLY.md 4]. */
    public void clearThread() {
        try {
            if (manager != null && manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
                LOG.log(Level.WARNING, "a transaction was left on the delivery thread and is rolled back");
                manager.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            LOG.log(Level.ERROR, "a transaction left on the delivery thread could not be rolled back", e);
            detach();
        }
    }

    private void detach() {
        try {
            if (manager != null) {
                manager.suspend();
            }
        } catch (SystemException | RuntimeException e) {
            LOG.log(Level.ERROR, "a transaction left on the delivery thread could not be detached", e);
        }
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, ServerTransactions.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
