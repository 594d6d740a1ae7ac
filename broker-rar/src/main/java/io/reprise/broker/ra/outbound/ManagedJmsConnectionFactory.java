package io.reprise.broker.ra.outbound;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.ra.jms.JmsErrors;
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
        return open(user);
    }

    @Override
    public QueueConnection createQueueConnection() {
        return open();
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return open(user);
    }

    @Override
    public TopicConnection createTopicConnection() {
        return open();
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return open(user);
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
            return new ContextHandle(open(user), sessionMode);
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
        return new ConnectionHandle(managedFactory, manager);
    }

    /** Access rules are not built: a name given for its rights is not ignored. */
    private ConnectionHandle open(@Nullable String user) throws JMSException {
        if (user != null && !user.isEmpty()) {
            throw JmsErrors.of(BrokerException.refused(
                    ErrorCode.NOT_SUPPORTED, "connecting as user", user, "no user: access rules are not built yet"));
        }
        return open();
    }
}
