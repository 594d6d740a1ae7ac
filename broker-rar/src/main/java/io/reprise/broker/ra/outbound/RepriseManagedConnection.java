package io.reprise.broker.ra.outbound;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.AdapterEnvironments;
import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.jms.ConnectionSettings;
import io.reprise.broker.ra.jms.JmsErrors;
import io.reprise.broker.ra.jms.RepriseConnection;
import io.reprise.broker.ra.xa.VpnXaResource;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.apache.qpid.jms.JmsSession;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection to a VPN [JCA 2.1 §6.5.4]. The client's connection beneath is opened with the first handle, so that recovery,
 * which has none, holds nothing; each handle has a session of its own, closed with it. Used by one application at a time, by the
 * container's threads, and by the transaction manager's.
 */
final class RepriseManagedConnection implements ManagedConnection {
    private final AdapterEnvironments adapter;
    private final String vpnName;
    private final Login login;
    private final ConnectionSettings settings;
    private final ConnectionParticipant participant = new ConnectionParticipant();
    private final VpnXaResource resource;
    private final ManagedLocalTransaction localTransaction;
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final List<SessionHandle> handles = new ArrayList<>();
    private @Nullable RepriseConnection connection;
    private @Nullable PrintWriter logWriter;
    private boolean destroyed;

    RepriseManagedConnection(AdapterEnvironments adapter, String vpnName, Login login, ConnectionSettings settings) {
        this.adapter = adapter;
        this.vpnName = vpnName;
        this.login = login;
        this.settings = settings;
        this.resource = VpnXaResource.of(adapter.vpn(vpnName), participant);
        this.localTransaction = new ManagedLocalTransaction(resource);
    }

    String vpnName() {
        return vpnName;
    }

    Login login() {
        return login;
    }

    /** A new handle with a session of its own. */
    @Override
    public SessionHandle getConnection(Subject subject, ConnectionRequestInfo request) throws ResourceException {
        int mode = request instanceof SessionRequest wanted ? wanted.acknowledgeMode() : Session.AUTO_ACKNOWLEDGE;
        SessionHandle handle = new SessionHandle(mode);
        attach(handle);
        return handle;
    }

    /** The handle goes on with a session of this connection. */
    @Override
    public void associateConnection(Object handle) throws ResourceException {
        if (!(handle instanceof SessionHandle ours)) {
            throw new ResourceAdapterInternalException("no handle of this adapter: " + handle);
        }
        ours.detach();
        attach(ours);
    }

    /**
     * As new: every handle is detached, its session closed, what was not committed comes to nothing, and temporary destinations are gone:
     * the next who gets it is another.
     */
    @Override
    public void cleanup() throws ResourceException {
        List<SessionHandle> left;
        synchronized (this) {
            left = List.copyOf(handles);
            handles.clear();
        }
        left.forEach(SessionHandle::detach);
        RepriseConnection open = open();
        if (open != null) {
            try {
                open.stop();
                open.deleteTemporaryDestinations();
            } catch (JMSException e) {
                throw new ResourceException("the connection is broken", e);
            }
        }
    }

    @Override
    public void destroy() throws ResourceException {
        RepriseConnection open;
        synchronized (this) {
            destroyed = true;
            open = connection;
            connection = null;
        }
        if (open != null) {
            try {
                open.close();
            } catch (JMSException e) {
                throw new ResourceException("the connection did not close cleanly", e);
            }
        }
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public LocalTransaction getLocalTransaction() {
        return localTransaction;
    }

    @Override
    public ManagedConnectionMetaData getMetaData() {
        return new ConnectionFacts(login.username());
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    /** Whether what is sent or received now is in a transaction that the container decides. */
    boolean isInTransaction() {
        return participant.isJoined();
    }

    /** Messages come from now on. */
    void start() throws JMSException {
        RepriseConnection open = open();
        if (open != null) {
            open.start();
        }
    }

    /** The application has closed the handle. */
    void closed(SessionHandle handle) {
        synchronized (this) {
            handles.remove(handle);
        }
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
        event.setConnectionHandle(handle);
        listeners.forEach(listener -> listener.connectionClosed(event));
    }

    /** The application has ended its session's own transaction. */
    void locallyEnded(SessionHandle handle, boolean committed) {
        ConnectionEvent event = new ConnectionEvent(
                this,
                committed ? ConnectionEvent.LOCAL_TRANSACTION_COMMITTED : ConnectionEvent.LOCAL_TRANSACTION_ROLLEDBACK);
        event.setConnectionHandle(handle);
        for (ConnectionEventListener listener : listeners) {
            if (committed) {
                listener.localTransactionCommitted(event);
            } else {
                listener.localTransactionRolledback(event);
            }
        }
    }

    /** The connection can't be used any more: the pool drops it. */
    private void failed(JMSException e) {
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, e);
        listeners.forEach(listener -> listener.connectionErrorOccurred(event));
    }

    private void attach(SessionHandle handle) throws ResourceException {
        try {
            handle.attach(this, session(handle.acknowledgeMode()));
        } catch (JMSException e) {
            throw new ResourceException("no session: " + e.getMessage(), e);
        }
        synchronized (this) {
            handles.add(handle);
        }
    }

    /** In a transaction of the container the mode asked for has no meaning [JMS 3.1 §12.5]. */
    private JmsSession session(int acknowledgeMode) throws JMSException {
        int mode = isInTransaction() ? Session.AUTO_ACKNOWLEDGE : acknowledgeMode;
        return (JmsSession) required().createSession(mode == Session.SESSION_TRANSACTED, mode);
    }

    private synchronized @Nullable RepriseConnection open() {
        return connection;
    }

    private synchronized RepriseConnection required() throws JMSException {
        if (destroyed) {
            throw new jakarta.jms.IllegalStateException("the connection was destroyed");
        }
        if (connection == null) {
            RepriseConnection opened = connect();
            opened.setExceptionListener(this::failed);
            participant.opened(opened::branch);
            connection = opened;
        }
        return connection;
    }

    private RepriseConnection connect() throws JMSException {
        try {
            AdapterEnvironment environment = adapter.environment();
            Broker broker = environment.engine().broker();
            return RepriseConnection.open(
                    broker.vpn(vpnName, login.identity(broker)), settings, environment.shortTasks());
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
    }
}
