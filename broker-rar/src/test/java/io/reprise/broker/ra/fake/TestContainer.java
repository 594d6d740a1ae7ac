package io.reprise.broker.ra.fake;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ApplicationServerInternalException;
import jakarta.resource.spi.LocalTransactionException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A container that delivers to a listener as WildFly 39 does, with the real transaction manager: the transaction begins in
 * beforeDelivery, and a listener's exception does not mark it.
 */
public final class TestContainer implements MessageEndpointFactory {
    private final TransactionManager manager;
    private final MessageListener listener;
    private final List<String> calls = new ArrayList<>();
    private boolean transacted = true;
    private @Nullable ResourceException unavailable;
    private @Nullable Exception beforeFails;
    private int openEndpoints;

    public TestContainer(TransactionManager manager, MessageListener listener) {
        this.manager = manager;
        this.listener = listener;
    }

    public TestContainer withoutTransaction() {
        transacted = false;
        return this;
    }

    /** From now on there is no endpoint to be had; null ends it. */
    public synchronized void refuseEndpoints(@Nullable UnavailableException e) {
        unavailable = e;
    }

    /** From now on beforeDelivery begins the transaction and then fails; null ends it. */
    public synchronized void failBefore(@Nullable Exception e) {
        beforeFails = e;
    }

    /** What was called, in order: {@code before}, {@code onMessage}, {@code after}, {@code release}. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public synchronized int openEndpoints() {
        return openEndpoints;
    }

    @Override
    public MessageEndpoint createEndpoint(XAResource resource) throws UnavailableException {
        synchronized (this) {
            if (unavailable instanceof UnavailableException e) {
                calls.add("unavailable");
                throw e;
            }
            openEndpoints++;
        }
        return new Endpoint(resource);
    }

    @Override
    public MessageEndpoint createEndpoint(XAResource resource, long timeout) throws UnavailableException {
        return createEndpoint(resource);
    }

    @Override
    public boolean isDeliveryTransacted(Method method) {
        return transacted;
    }

    @Override
    public String getActivationName() {
        return "the same for every bean";
    }

    @Override
    public Class<?> getEndpointClass() {
        return listener.getClass();
    }

    private synchronized void note(String call) {
        calls.add(call);
    }

    private final class Endpoint implements MessageEndpoint, MessageListener {
        private final @Nullable XAResource resource;
        private boolean released;
        private boolean began;

        Endpoint(@Nullable XAResource resource) {
            this.resource = resource;
        }

        @Override
        public void beforeDelivery(Method method) throws ResourceException {
            note("before");
            try {
                if (transacted) {
                    manager.begin();
                    began = true;
                    if (beforeFails != null) {
                        throw beforeFails;
                    }
                    if (resource != null) {
                        manager.getTransaction().enlistResource(resource);
                    }
                }
            } catch (Exception e) {
                throw new ApplicationServerInternalException(e);
            }
        }

        @Override
        public void onMessage(Message message) {
            if (released) {
                throw new IllegalStateException("released");
            }
            note("onMessage");
            listener.onMessage(message);
        }

        @Override
        public void afterDelivery() throws ResourceException {
            note("after");
            if (!began) {
                return;
            }
            began = false;
            try {
                if (manager.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                    manager.rollback();
                } else {
                    manager.commit();
                }
            } catch (Exception e) {
                throw new LocalTransactionException(e);
            }
        }

        @Override
        public void release() {
            note("release");
            if (released) {
                throw new IllegalStateException("released twice");
            }
            released = true;
            synchronized (TestContainer.this) {
                openEndpoints--;
            }
        }
    }
}
