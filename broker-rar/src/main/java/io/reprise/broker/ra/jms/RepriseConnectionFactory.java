package io.reprise.broker.ra.jms;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.Login;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.qpid.jms.JmsContext;
import org.apache.qpid.jms.exceptions.JmsExceptionSupport;
import org.jspecify.annotations.Nullable;

/** Connections to one VPN of a broker in this JVM, without a container. Thread-safe. */
public final class RepriseConnectionFactory implements ConnectionFactory {
    private final Supplier<? extends Broker> broker;
    private final String vpnName;
    private final ConnectionSettings settings;
    private final Executor executor;
    private final ClientIds clientIds = new ClientIds();

    /**
     * A factory.
     *
     * @param broker asked anew for each connection
     * @param executor runs wake-ups of listeners, and outcomes of sends and acknowledgements not waited for: short tasks that don't
     *     block; must be running as long as connections are open
     */
    public RepriseConnectionFactory(
            Supplier<? extends Broker> broker, String vpnName, ConnectionSettings settings, Executor executor) {
        this.broker = broker;
        this.vpnName = vpnName;
        this.settings = settings;
        this.executor = executor;
    }

    @Override
    public Connection createConnection() throws JMSException {
        return open(null, null);
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return open(userName, password);
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return createContext(null, null, sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return createContext(userName, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        try {
            AcknowledgeMode.of(sessionMode);
            return new JmsContext(open(userName, password), sessionMode);
        } catch (JMSException e) {
            throw runtimeException(e);
        }
    }

    private RepriseConnection open(@Nullable String userName, @Nullable String password) throws JMSException {
        try {
            Broker current = broker.get();
            ClientIdentity client =
                    new Login(userName == null ? "" : userName, password == null ? "" : password).identity(current);
            return RepriseConnection.open(current.vpn(vpnName, client), settings, clientIds, executor);
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
    }

    private static JMSRuntimeException runtimeException(JMSException e) {
        return JmsExceptionSupport.createRuntimeException(e);
    }
}
