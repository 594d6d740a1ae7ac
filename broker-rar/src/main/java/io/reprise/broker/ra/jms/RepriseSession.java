package io.reprise.broker.ra.jms;

import jakarta.jms.Destination;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsMessageConsumer;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.message.JmsMessageTransformation;
import org.apache.qpid.jms.meta.JmsSessionId;
import org.apache.qpid.jms.selector.SelectorParser;
import org.apache.qpid.jms.selector.filter.FilterException;
import org.jspecify.annotations.Nullable;

/** A session of ours: its destinations are ours, and what isn't built is refused when it is asked for. */
final class RepriseSession extends JmsSession {
    private final StartGate gate;

    RepriseSession(JmsConnection connection, JmsSessionId id, int acknowledgeMode, StartGate gate) throws JMSException {
        super(connection, id, acknowledgeMode);
        this.gate = gate;
    }

    StartGate gate() {
        return gate;
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

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return started(
                new PlainConsumer(getNextConsumerId(), this, ours(destination), checkedSelector(selector), noLocal));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return started(
                new SharedDurableConsumer(getNextConsumerId(), this, ours(topic), name, checkedSelector(selector)));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        JmsDestination destination = ours(topic);
        checkClientIDWasSetExplicitly();
        return started(
                new DurableConsumer(getNextConsumerId(), this, destination, name, checkedSelector(selector), noLocal));
    }

    private JmsDestination ours(Destination destination) throws JMSException {
        checkClosed();
        checkDestination(destination);
        return JmsMessageTransformation.transformDestination(getConnection(), destination);
    }

    private static @Nullable String checkedSelector(@Nullable String selector) throws InvalidSelectorException {
        if (selector == null || selector.isBlank()) {
            return null;
        }
        try {
            SelectorParser.parse(selector);
            return selector;
        } catch (FilterException e) {
            throw new InvalidSelectorException(e.getMessage());
        }
    }

    private static <T extends JmsMessageConsumer> T started(T consumer) throws JMSException {
        consumer.init();
        return consumer;
    }
}
