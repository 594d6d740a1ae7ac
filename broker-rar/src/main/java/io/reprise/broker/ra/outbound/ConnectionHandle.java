package io.reprise.broker.ra.outbound;

import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.jms.RepriseMetaData;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import org.jspecify.annotations.Nullable;

/**
 * A connection as an application in a container holds it: it costs nothing until its one session is made, which takes a managed
 * connection from the pool. At most one session at a time, no listeners [JMS 3.1 §12.2]. Thread-safe.
 */
final class ConnectionHandle implements QueueConnection, TopicConnection {
    private final RepriseManagedConnectionFactory factory;
    private final ConnectionManager manager;
    private final Login login;
    private @Nullable SessionHandle session;
    private boolean started;
    private boolean closed;

    /** @param login who the application says it is */
    ConnectionHandle(RepriseManagedConnectionFactory factory, ConnectionManager manager, Login login) {
        this.factory = factory;
        this.manager = manager;
        this.login = login;
    }

    @Override
    public SessionHandle createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return open(transacted ? Session.SESSION_TRANSACTED : acknowledgeMode);
    }

    @Override
    public SessionHandle createSession(int sessionMode) throws JMSException {
        return open(sessionMode);
    }

    @Override
    public SessionHandle createSession() throws JMSException {
        return open(Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode);
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return createSession(transacted, acknowledgeMode);
    }

    @Override
    public synchronized void start() throws JMSException {
        requireOpen();
        started = true;
        if (session != null) {
            session.start();
        }
    }

    @Override
    public void stop() throws JMSException {
        throw Forbidden.inContainer("Connection.stop");
    }

    @Override
    public void close() throws JMSException {
        SessionHandle leaving;
        synchronized (this) {
            closed = true;
            leaving = session;
            session = null;
        }
        if (leaving != null) {
            leaving.close();
        }
    }

    @Override
    public synchronized @Nullable String getClientID() throws JMSException {
        requireOpen();
        return factory.getClientId().isEmpty() ? null : factory.getClientId();
    }

    @Override
    public void setClientID(String clientId) throws JMSException {
        throw new InvalidClientIDException("Connection.setClientID: not allowed to applications in a container; "
                + "the connection factory has one configured");
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        requireOpen();
        return RepriseMetaData.INSTANCE;
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() throws JMSException {
        requireOpen();
        return null;
    }

    @Override
    public void setExceptionListener(ExceptionListener listener) throws JMSException {
        throw Forbidden.inContainer("Connection.setExceptionListener");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw Forbidden.inContainer("Connection.createSharedDurableConnectionConsumer");
    }

    private synchronized SessionHandle open(int acknowledgeMode) throws JMSException {
        requireOpen();
        if (session != null) {
            throw new IllegalStateException(
                    "a connection of an application in a container has one session at a time; close the other first");
        }
        SessionHandle made = allocate(acknowledgeMode);
        made.whenClosed(() -> forget(made));
        if (started) {
            made.start();
        }
        session = made;
        return made;
    }

    private SessionHandle allocate(int acknowledgeMode) throws JMSException {
        try {
            return (SessionHandle) manager.allocateConnection(factory, new SessionRequest(acknowledgeMode, login));
        } catch (ResourceException e) {
            if (e.getCause() instanceof JMSException cause) {
                throw cause;
            }
            JMSException failure = new JMSException("no connection from the pool: " + e.getMessage());
            failure.initCause(e);
            failure.setLinkedException(e);
            throw failure;
        }
    }

    private synchronized void forget(SessionHandle closing) {
        if (session == closing) {
            session = null;
        }
    }

    private void requireOpen() throws IllegalStateException {
        if (closed) {
            throw new IllegalStateException("the connection is closed");
        }
    }
}
