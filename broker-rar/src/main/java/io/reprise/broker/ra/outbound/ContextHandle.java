package io.reprise.broker.ra.outbound;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import org.apache.qpid.jms.JmsConsumer;
import org.apache.qpid.jms.JmsMessageConsumer;
import org.apache.qpid.jms.JmsMessageProducer;
import org.apache.qpid.jms.JmsProducer;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.exceptions.JmsExceptionSupport;
import org.jspecify.annotations.Nullable;

/**
 * A connection with its one session in the simplified API, as an application in a container holds it [JMS 3.1 §12.2]. The session is
 * made with the first use. One thread at a time.
 */
final class ContextHandle implements JMSContext {
    private final ConnectionHandle connection;
    private final int sessionMode;
    private @Nullable SessionHandle session;
    private @Nullable JmsMessageProducer sharedProducer;
    private boolean autoStart = true;

    ContextHandle(ConnectionHandle connection, int sessionMode) {
        if (sessionMode < SESSION_TRANSACTED || sessionMode > DUPS_OK_ACKNOWLEDGE) {
            throw new JMSRuntimeException("sessionMode " + sessionMode + ", allowed: 0-3");
        }
        this.connection = connection;
        this.sessionMode = sessionMode;
    }

    private interface Call<T> {
        T run() throws JMSException;
    }

    private interface Action {
        void run() throws JMSException;
    }

    private static <T> T unchecked(Call<T> call) {
        try {
            return call.run();
        } catch (JMSException e) {
            throw JmsExceptionSupport.createRuntimeException(e);
        }
    }

    private static void uncheckedly(Action action) {
        try {
            action.run();
        } catch (JMSException e) {
            throw JmsExceptionSupport.createRuntimeException(e);
        }
    }

    private synchronized SessionHandle session() throws JMSException {
        if (session == null) {
            session = connection.createSession(sessionMode);
        }
        return session;
    }

    /** Closed with the session. */
    private synchronized JmsMessageProducer producer() throws JMSException {
        if (sharedProducer == null) {
            sharedProducer = (JmsMessageProducer) session().session().createProducer(null);
        }
        return sharedProducer;
    }

    private JMSConsumer consumer(MessageConsumer made) throws JMSException {
        if (autoStart) {
            connection.start();
        }
        return new ListeningForbidden(session().session(), (JmsMessageConsumer) made);
    }

    @Override
    public JMSContext createContext(int mode) {
        throw Forbidden.inContainerUnchecked("JMSContext.createContext");
    }

    @Override
    public JMSProducer createProducer() {
        return unchecked(() -> new AsyncForbidden(session().session(), producer()));
    }

    @Override
    public @Nullable String getClientID() {
        try {
            return connection.getClientID();
        } catch (JMSException e) {
            throw JmsExceptionSupport.createRuntimeException(e);
        }
    }

    @Override
    public void setClientID(String clientId) {
        uncheckedly(() -> connection.setClientID(clientId));
    }

    @Override
    public ConnectionMetaData getMetaData() {
        return unchecked(connection::getMetaData);
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() {
        unchecked(connection::getMetaData);
        return null;
    }

    @Override
    public void setExceptionListener(ExceptionListener listener) {
        uncheckedly(() -> connection.setExceptionListener(listener));
    }

    @Override
    public void start() {
        uncheckedly(connection::start);
    }

    @Override
    public void stop() {
        uncheckedly(connection::stop);
    }

    @Override
    public void setAutoStart(boolean value) {
        autoStart = value;
    }

    @Override
    public boolean getAutoStart() {
        return autoStart;
    }

    @Override
    public void close() {
        uncheckedly(connection::close);
    }

    @Override
    public int getSessionMode() {
        return unchecked(() -> session().getAcknowledgeMode());
    }

    @Override
    public boolean getTransacted() {
        return unchecked(() -> session().getTransacted());
    }

    @Override
    public void commit() {
        uncheckedly(() -> session().commit());
    }

    @Override
    public void rollback() {
        uncheckedly(() -> session().rollback());
    }

    @Override
    public void recover() {
        uncheckedly(() -> session().recover());
    }

    @Override
    public void unsubscribe(String name) {
        uncheckedly(() -> session().unsubscribe(name));
    }

    /** Without effect in the modes that acknowledge by themselves [JMS 3.1 §12.2]. */
    @Override
    public void acknowledge() {
        if (sessionMode == CLIENT_ACKNOWLEDGE) {
            throw Forbidden.inContainerUnchecked("JMSContext.acknowledge");
        }
    }

    @Override
    public JMSConsumer createConsumer(Destination destination) {
        return unchecked(() -> consumer(session().session().createConsumer(destination)));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector) {
        return unchecked(() -> consumer(session().session().createConsumer(destination, selector)));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal) {
        return unchecked(() -> consumer(session().session().createConsumer(destination, selector, noLocal)));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name) {
        return unchecked(() -> consumer(session().session().createDurableConsumer(topic, name)));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal) {
        return unchecked(() -> consumer(session().session().createDurableConsumer(topic, name, selector, noLocal)));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        return unchecked(() -> consumer(session().session().createSharedDurableConsumer(topic, name)));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector) {
        return unchecked(() -> consumer(session().session().createSharedDurableConsumer(topic, name, selector)));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name) {
        return unchecked(() -> consumer(session().session().createSharedConsumer(topic, name)));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector) {
        return unchecked(() -> consumer(session().session().createSharedConsumer(topic, name, selector)));
    }

    @Override
    public BytesMessage createBytesMessage() {
        return unchecked(() -> session().createBytesMessage());
    }

    @Override
    public MapMessage createMapMessage() {
        return unchecked(() -> session().createMapMessage());
    }

    @Override
    public Message createMessage() {
        return unchecked(() -> session().createMessage());
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return unchecked(() -> session().createObjectMessage());
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return unchecked(() -> session().createObjectMessage(object));
    }

    @Override
    public StreamMessage createStreamMessage() {
        return unchecked(() -> session().createStreamMessage());
    }

    @Override
    public TextMessage createTextMessage() {
        return unchecked(() -> session().createTextMessage());
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) {
        return unchecked(() -> session().createTextMessage(text));
    }

    @Override
    public Queue createQueue(String name) {
        return unchecked(() -> session().createQueue(name));
    }

    @Override
    public Topic createTopic(String name) {
        return unchecked(() -> session().createTopic(name));
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        return unchecked(() -> session().createTemporaryQueue());
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        return unchecked(() -> session().createTemporaryTopic());
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) {
        return unchecked(() -> session().createBrowser(queue));
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) {
        return unchecked(() -> session().createBrowser(queue, selector));
    }

    private static final class ListeningForbidden extends JmsConsumer {
        ListeningForbidden(JmsSession session, JmsMessageConsumer consumer) {
            super(session, consumer);
        }

        @Override
        public MessageListener getMessageListener() {
            throw Forbidden.inContainerUnchecked("JMSConsumer.getMessageListener");
        }

        @Override
        public void setMessageListener(MessageListener listener) {
            throw Forbidden.inContainerUnchecked("JMSConsumer.setMessageListener");
        }
    }

    private static final class AsyncForbidden extends JmsProducer {
        AsyncForbidden(JmsSession session, JmsMessageProducer producer) {
            super(session, producer);
        }

        @Override
        public JMSProducer setAsync(CompletionListener listener) {
            throw Forbidden.inContainerUnchecked("JMSProducer.setAsync");
        }
    }
}
