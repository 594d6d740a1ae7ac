package io.reprise.broker.ra.outbound;

import io.reprise.broker.ra.environment.Login;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.resource.Referenceable;
import jakarta.resource.spi.ConnectionManager;
import java.io.Serial;
import java.io.Serializable;
import javax.naming.Reference;
import org.apache.qpid.jms.exceptions.JmsExceptionSupport;
import org.jspecify.annotations.Nullable;

/** What applications look up as {@code java:/jms/RepriseConnectionFactory}. Thread-safe. */
public final class ManagedJmsConnectionFactory
        implements QueueConnectionFactory, TopicConnectionFactory, Referenceable, Serializable {
    @Serial
    private static final long serialVersionUID = 1L;

    private final RepriseManagedConnectionFactory managedFactory;
    private final transient ConnectionManager manager;
    private @Nullable Reference reference;

    ManagedJmsConnectionFactory(RepriseManagedConnectionFactory managedFactory, ConnectionManager manager) {
        this.managedFactory = managedFactory;
        this.manager = manager;
    }

    @Override
    public Connection createConnection() {
        return open();
    }

    @Override
    public Connection createConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return open(user, password);
    }

    @Override
    public QueueConnection createQueueConnection() {
        return open();
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return open(user, password);
    }

    @Override
    public TopicConnection createTopicConnection() {
        return open();
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return open(user, password);
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return new ContextHandle(open(), sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password) {
        return createContext(user, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password, int sessionMode) {
        try {
            return new ContextHandle(open(user, password), sessionMode);
        } catch (JMSException e) {
            throw JmsExceptionSupport.createRuntimeException(e);
        }
    }

    @Override
    public void setReference(Reference value) {
        reference = value;
    }

    @Override
    public @Nullable Reference getReference() {
        return reference;
    }

    /** The VPN that it connects to. */
    public String vpnName() {
        return managedFactory.getVpn();
    }

    /** The client id of its connections; empty: none. */
    public String clientId() {
        return managedFactory.getClientId();
    }

    private ConnectionHandle open() {
        return new ConnectionHandle(managedFactory, manager, Login.NONE);
    }

    /** Who gives a wrong password is told now, though nothing is connected yet. */
    private ConnectionHandle open(@Nullable String user, @Nullable String password) throws JMSException {
        Login login = user == null || user.isEmpty() ? Login.NONE : new Login(user, password == null ? "" : password);
        managedFactory.requireRight(login);
        return new ConnectionHandle(managedFactory, manager, login);
    }
}
