package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.ra.environment.ServerTransactions;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One session's way to the bean, and the protocol of one delivery: before, listener, after, always the three, on one thread, one
 * message [JCA 2.1 §13.5.6, WILDFLY.md 1]. One thread at a time.
 */
final class BeanEndpoint {
    private static final Logger LOG = System.getLogger(BeanEndpoint.class.getName());
    private static final Method ON_MESSAGE = onMessage();
    private static final int MAX_REASONS = 5;

    private final MessageEndpointFactory factory;
    private final ServerTransactions transactions;
    private final Duration transactionTimeout;
    private final @Nullable XAResource resource;
    private @Nullable MessageEndpoint endpoint;

    /** @param resource enlisted in each delivery's transaction; null if deliveries have none */
    BeanEndpoint(
            MessageEndpointFactory factory,
            ServerTransactions transactions,
            Duration transactionTimeout,
            @Nullable XAResource resource) {
        this.factory = factory;
        this.transactions = transactions;
        this.transactionTimeout = transactionTimeout;
        this.resource = resource == null ? null : transactions.recoverable(resource);
    }

    /** Whether the container begins a transaction for a delivery to this bean. */
    static boolean isTransacted(MessageEndpointFactory factory) throws NoSuchMethodException {
        return factory.isDeliveryTransacted(ON_MESSAGE);
    }

    /** Makes sure that there is somebody to deliver to, before a message is taken. */
    void open() throws UnavailableException {
        if (endpoint == null) {
            endpoint = factory.createEndpoint(resource);
        }
    }

    /**
     * Delivers one message; nothing of it stays on the thread.
     *
     * @param present asked right before the listener is called, when everything else is ready: whether it may have the message
     * @param voteRollback called when the listener threw, before the transaction ends
     */
    Attempt deliver(Message message, BooleanSupplier present, Runnable voteRollback) {
        MessageEndpoint to = endpoint;
        if (to == null) {
            return Attempt.refused(new UnavailableException("no endpoint"));
        }
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        try {
            return deliver(to, message, present, voteRollback);
        } finally {
            transactions.clearThread();
            thread.setContextClassLoader(own);
            clearInterrupt();
        }
    }

    /** Between deliveries only [WILDFLY.md 14]. */
    void close() {
        MessageEndpoint leaving = endpoint;
        endpoint = null;
        if (leaving != null) {
            try {
                leaving.release();
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "an endpoint could not be released", e);
            }
        }
    }

    private Attempt deliver(MessageEndpoint to, Message message, BooleanSupplier present, Runnable voteRollback) {
        Throwable refusal = before(to);
        if (refusal != null) {
            voteRollback.run();
            transactions.markRollbackOnly();
            after(to);
            close();
            return Attempt.refused(refusal);
        }
        Attempt attempt = present((MessageListener) to, message, present);
        if (attempt.failure() != null) {
            voteRollback.run();
            transactions.markRollbackOnly();
        }
        if (!after(to)) {
            close();
        }
        return attempt;
    }

    private @Nullable Throwable before(MessageEndpoint to) {
        try {
            if (!transactionTimeout.isZero()) {
                transactions.setTimeout(transactionTimeout);
            }
            to.beforeDelivery(ON_MESSAGE);
            return null;
        } catch (Exception | Error e) {
            return e;
        } finally {
            if (!transactionTimeout.isZero()) {
                transactions.resetTimeout();
            }
        }
    }

    /** Any Throwable: a container that is undeploying throws with the transaction unmarked and would commit it [WILDFLY.md 2]. */
    private Attempt present(MessageListener listener, Message message, BooleanSupplier present) {
        try {
            if (!present.getAsBoolean()) {
                return Attempt.refused(
                        new UnavailableException("the message was taken away, or its delivery is stopping"));
            }
        } catch (BrokerException e) {
            return Attempt.refused(e);
        }
        try {
            listener.onMessage(message);
            return Attempt.returned();
        } catch (Throwable e) {
            return Refusals.isRefusal(e, factory.getEndpointClass()) ? Attempt.refused(e) : Attempt.threw(e);
        }
    }

    /** False if the container failed: its endpoint is not used again. The transaction's outcome is not told by this. */
    private static boolean after(MessageEndpoint to) {
        try {
            to.afterDelivery();
            return true;
        } catch (Exception | Error e) {
            LOG.log(Level.WARNING, "a delivery was not committed: " + reasons(e));
            return false;
        }
    }

    private static String reasons(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < MAX_REASONS; depth++) {
            text.append(" <- ").append(cause);
            for (Throwable suppressed : cause.getSuppressed()) {
                text.append(" (").append(suppressed).append(')');
            }
            cause = cause.getCause();
        }
        return text.toString();
    }

    /** An application's interrupt must not reach the next delivery on this thread. */
    private static void clearInterrupt() {
        if (Thread.interrupted()) {
            LOG.log(Level.DEBUG, "a delivery left its thread interrupted");
        }
    }

    private static Method onMessage() {
        try {
            return MessageListener.class.getMethod("onMessage", Message.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
