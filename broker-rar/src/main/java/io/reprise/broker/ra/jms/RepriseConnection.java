package io.reprise.broker.ra.jms;

import io.reprise.broker.model.vpn.MessageVpn;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TopicSession;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsTemporaryDestination;
import org.apache.qpid.jms.meta.JmsConnectionId;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.policy.JmsDefaultPrefetchPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a VPN in this JVM. It runs one thread of the client library's own, for its exception listener; that one has the
 * loader of this class as context, so that a pooled connection doesn't hold an application's.
 */
public final class RepriseConnection extends JmsConnection {
    private final JmsConnectionInfo info;
    private final InVmProvider provider;
    private final StartGate gate = new StartGate();
    private final Set<JmsTemporaryDestination> temporaries = ConcurrentHashMap.newKeySet();

    private RepriseConnection(JmsConnectionInfo info, InVmProvider provider) throws JMSException {
        super(info, provider);
        this.info = info;
        this.provider = provider;
        adoptMessageFactory();
    }

    /**
     * Opens a connection whose client id, if it has one, may be that of others too: a managed one.
     *
     * @param executor runs wake-ups of listeners and outcomes that are not waited for; never called while it closes
     * @throws JMSException if the client id can't be one
     */
    public static RepriseConnection open(MessageVpn vpn, ConnectionSettings settings, Executor executor)
            throws JMSException {
        return open(vpn, settings, null, executor);
    }

    static RepriseConnection open(
            MessageVpn vpn, ConnectionSettings settings, @Nullable ClientIds clientIds, Executor executor)
            throws JMSException {
        JmsConnectionInfo info = info(settings);
        ConsumerBinding binding =
                new ConsumerBinding(vpn, new DurableSubscriptions(vpn.endpoints()), info, InstantSource.system());
        InVmProvider provider = new InVmProvider(vpn, binding, info, clientIds, executor, settings);
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        thread.setContextClassLoader(RepriseConnection.class.getClassLoader());
        try {
            return new RepriseConnection(info, provider);
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    private static JmsConnectionInfo info(ConnectionSettings settings) {
        String id = UUID.randomUUID().toString();
        JmsConnectionInfo info = new JmsConnectionInfo(new JmsConnectionId(id));
        String clientId = settings.clientId();
        info.setClientId(clientId == null ? id : clientId, clientId != null);
        info.setUseDaemonThread(true);
        info.setMessageIDPolicy(MessageIds.POLICY);
        JmsDefaultPrefetchPolicy pullOnly = new JmsDefaultPrefetchPolicy();
        pullOnly.setAll(0);
        info.setPrefetchPolicy(pullOnly);
        return info;
    }

    /** Only by this message does the library take a provider's message factory without a line in the log for each connection. */
    private void adoptMessageFactory() throws JMSException {
        try {
            onConnectionRecovered(provider);
        } catch (JMSException e) {
            throw e;
        } catch (Exception e) {
            throw new JMSException(e.toString());
        }
    }

    /** The hook for who decides transactions of this connection. */
    public ConnectionBranch branch() {
        return provider.branch();
    }

    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        establish();
        int mode = getSessionAcknowledgeMode(transacted, acknowledgeMode);
        AcknowledgeMode.of(mode);
        RepriseSession session = new RepriseSession(this, getNextSessionId(), mode, provider, gate);
        if (isStarted()) {
            session.startDelivery();
        }
        return session;
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        establish();
        return super.createQueueSession(transacted, acknowledgeMode);
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        establish();
        return super.createTopicSession(transacted, acknowledgeMode);
    }

    @Override
    public void start() throws JMSException {
        establish();
        super.start();
        gate.set(true);
    }

    @Override
    public void stop() throws JMSException {
        gate.set(false);
        try {
            super.stop();
        } finally {
            gate.set(isStarted());
        }
    }

    @Override
    protected TemporaryQueue createTemporaryQueue() throws JMSException {
        TemporaryQueue queue = super.createTemporaryQueue();
        temporaries.add((JmsTemporaryDestination) queue);
        return queue;
    }

    @Override
    protected TemporaryTopic createTemporaryTopic() throws JMSException {
        TemporaryTopic topic = super.createTemporaryTopic();
        temporaries.add((JmsTemporaryDestination) topic);
        return topic;
    }

    @Override
    protected void deleteTemporaryDestination(JmsTemporaryDestination destination) throws JMSException {
        super.deleteTemporaryDestination(destination);
        temporaries.remove(destination);
    }

    /** As its close would, for who goes on with it: a pool. Its sessions must be closed. */
    public void deleteTemporaryDestinations() throws JMSException {
        for (JmsTemporaryDestination destination : temporaries) {
            deleteTemporaryDestination(destination);
        }
    }

    @Override
    public synchronized void setClientID(String clientId) throws JMSException {
        checkClosedOrFailed();
        if (!isConnected() && !isExplicitClientID() && clientId != null) {
            provider.takeClientId(clientId);
        }
        super.setClientID(clientId);
    }

    /**
     * From here on the client id stands. The library does this inside the first use of a connection, by a method it keeps to itself;
     * of those it doesn't, only setting the client id has no other effect, and it refuses one that is set.
     */
    private synchronized void establish() throws JMSException {
        checkClosedOrFailed();
        if (isConnected()) {
            return;
        }
        String clientId = info.getClientId();
        boolean explicit = info.isExplicitClientID();
        if (explicit) {
            provider.takeClientId(clientId);
        }
        info.setClientId(clientId, false);
        super.setClientID(clientId);
        info.setClientId(clientId, explicit);
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        checkClosedOrFailed();
        return RepriseMetaData.INSTANCE;
    }
}
