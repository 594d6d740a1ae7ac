package io.reprise.broker.ra.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Topic;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.meta.JmsSessionId;
import org.jspecify.annotations.Nullable;

/** A session of ours: its destinations are ours, and what isn't built is refused when it is asked for. */
final class RepriseSession extends JmsSession {
    RepriseSession(JmsConnection connection, JmsSessionId id, int acknowledgeMode) throws JMSException {
        super(connection, id, acknowledgeMode);
    }

    void startDelivery() throws JMSException {
        start();
    }

    @Override
    public Queue createQueue(String queueName) throws JMSException {
        checkClosed();
        return new RepriseQueue(queueName);
    }

    @Override
    public Topic createTopic(String topicName) throws JMSException {
        checkClosed();
        return new RepriseTopic(topicName);
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    /** The library would bind the browser only when it is read. */
    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) throws JMSException {
        checkClosed();
        checkDestination(queue);
        throw JmsErrors.notSupported("browsing " + ((Destination) queue));
    }
}
