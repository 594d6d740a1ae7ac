package io.reprise.broker.ra.outbound;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;
import org.apache.qpid.jms.JmsMessageConsumer;
import org.apache.qpid.jms.JmsMessageProducer;
import org.apache.qpid.jms.JmsSession;
import org.jspecify.annotations.Nullable;

/**
 * A session as an application in a container holds it: the client library's, without what Jakarta EE forbids there [JMS 3.1 §12.2,
 * WILDFLY.md 27]. Dead once it is closed or the container has taken its connection back. One thread at a time.
 */
final class SessionHandle implements QueueSession, TopicSession {
    private final int acknowledgeMode;
    private @Nullable RepriseManagedConnection connection;
    private @Nullable JmsSession session;
    private Runnable onClose = () -> {};

    SessionHandle(int acknowledgeMode) {
        this.acknowledgeMode = acknowledgeMode;
    }

    int acknowledgeMode() {
        return acknowledgeMode;
    }

    synchronized void attach(RepriseManagedConnection owner, JmsSession made) {
        connection = owner;
        session = made;
    }

    /** Its session is closed; a transaction of the container keeps what went into it. */
    void detach() {
        JmsSession leaving;
        synchronized (this) {
            leaving = session;
            session = null;
            connection = null;
        }
        if (leaving != null) {
            Quietly.close(leaving::close);
        }
    }

    /** Called once when the application closes it. */
    void whenClosed(Runnable action) {
        onClose = action;
    }

    void start() throws JMSException {
        connection().start();
    }

    @Override
    public void close() throws JMSException {
        RepriseManagedConnection owner;
        JmsSession leaving;
        synchronized (this) {
            owner = connection;
            leaving = session;
            connection = null;
            session = null;
        }
        if (owner == null || leaving == null) {
            return;
        }
        onClose.run();
        try {
            leaving.close();
        } finally {
            owner.closed(this);
        }
    }

    synchronized JmsSession session() throws IllegalStateException {
        if (session == null) {
            throw new IllegalStateException("the session is closed");
        }
        return session;
    }

    private synchronized RepriseManagedConnection connection() throws IllegalStateException {
        if (connection == null) {
            throw new IllegalStateException("the session is closed");
        }
        return connection;
    }

    @Override
    public boolean getTransacted() throws JMSException {
        return connection().isInTransaction() || session().getTransacted();
    }

    @Override
    public int getAcknowledgeMode() throws JMSException {
        return connection().isInTransaction() ? SESSION_TRANSACTED : session().getAcknowledgeMode();
    }

    @Override
    public void commit() throws JMSException {
        RepriseManagedConnection owner = notInTransaction("commit");
        session().commit();
        owner.locallyEnded(this, true);
    }

    @Override
    public void rollback() throws JMSException {
        RepriseManagedConnection owner = notInTransaction("rollback");
        session().rollback();
        owner.locallyEnded(this, false);
    }

    @Override
    public void recover() throws JMSException {
        notInTransaction("recover");
        session().recover();
    }

    private RepriseManagedConnection notInTransaction(String what) throws JMSException {
        RepriseManagedConnection owner = connection();
        if (owner.isInTransaction()) {
            throw new IllegalStateException(what + ": the session is in a transaction of the container");
        }
        return owner;
    }

    @Override
    public MessageListener getMessageListener() throws JMSException {
        throw Forbidden.inContainer("Session.getMessageListener");
    }

    @Override
    public void setMessageListener(MessageListener listener) throws JMSException {
        throw Forbidden.inContainer("Session.setMessageListener");
    }

    /** For containers of applications with listeners of their own kind; not these [JMS 3.1 §12.2]. */
    @Override
    public void run() {
        throw new java.lang.IllegalStateException("Session.run is not for applications in a container");
    }

    @Override
    public void unsubscribe(String name) throws JMSException {
        session().unsubscribe(name);
    }

    private MessageProducer producer(MessageProducer made) {
        return new ProducerHandle((JmsMessageProducer) made);
    }

    private ConsumerHandle consumer(MessageConsumer made) {
        return new ConsumerHandle((JmsMessageConsumer) made);
    }

    @Override
    public MessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        return producer(session().createProducer(destination));
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return new SenderHandle((JmsMessageProducer) session().createProducer(queue));
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return new PublisherHandle((JmsMessageProducer) session().createProducer(topic));
    }

    @Override
    public MessageConsumer createConsumer(Destination destination) throws JMSException {
        return consumer(session().createConsumer(destination));
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector) throws JMSException {
        return consumer(session().createConsumer(destination, selector));
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(session().createConsumer(destination, selector, noLocal));
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
        return consumer(session().createSharedConsumer(topic, name));
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return consumer(session().createSharedConsumer(topic, name, selector));
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
        return consumer(session().createDurableConsumer(topic, name));
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(session().createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
        return consumer(session().createSharedDurableConsumer(topic, name));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return consumer(session().createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
        return consumer(session().createDurableSubscriber(topic, name));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(session().createDurableSubscriber(topic, name, selector, noLocal));
    }

    @Override
    public QueueReceiver createReceiver(Queue queue) throws JMSException {
        return consumer(session().createConsumer(queue));
    }

    @Override
    public QueueReceiver createReceiver(Queue queue, @Nullable String selector) throws JMSException {
        return consumer(session().createConsumer(queue, selector));
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return consumer(session().createSubscriber(topic));
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(session().createSubscriber(topic, selector, noLocal));
    }

    @Override
    public BytesMessage createBytesMessage() throws JMSException {
        return session().createBytesMessage();
    }

    @Override
    public MapMessage createMapMessage() throws JMSException {
        return session().createMapMessage();
    }

    @Override
    public Message createMessage() throws JMSException {
        return session().createMessage();
    }

    @Override
    public ObjectMessage createObjectMessage() throws JMSException {
        return session().createObjectMessage();
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        return session().createObjectMessage(object);
    }

    @Override
    public StreamMessage createStreamMessage() throws JMSException {
        return session().createStreamMessage();
    }

    @Override
    public TextMessage createTextMessage() throws JMSException {
        return session().createTextMessage();
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) throws JMSException {
        return session().createTextMessage(text);
    }

    @Override
    public Queue createQueue(String name) throws JMSException {
        return session().createQueue(name);
    }

    @Override
    public Topic createTopic(String name) throws JMSException {
        return session().createTopic(name);
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        return session().createTemporaryQueue();
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        return session().createTemporaryTopic();
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) throws JMSException {
        return session().createBrowser(queue);
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) throws JMSException {
        return session().createBrowser(queue, selector);
    }
}
