package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
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
import org.jspecify.annotations.Nullable;

/** A session of ours: its destinations are ours, and what isn't built is refused when it is asked for. */
final class RepriseSession extends JmsSession {
    private final InVmProvider provider;
    private final StartGate gate;

    RepriseSession(
            JmsConnection connection, JmsSessionId id, int acknowledgeMode, InVmProvider provider, StartGate gate)
            throws JMSException {
        super(connection, id, acknowledgeMode);
        this.provider = provider;
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

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) throws JMSException {
        RepriseQueue ours = new RepriseQueue(ours(queue).getAddress());
        refuseReplayOf(ours);
        String wanted = selector == null || selector.isBlank() ? null : selector.strip();
        browse(ours, wanted);
        return new RepriseBrowser(this, ours, wanted);
    }

    private static void refuseReplayOf(RepriseQueue browsed) throws JMSException {
        try {
            DestinationOptions.refuse(browsed, ErrorCode.REPLAY_BROWSER, "browsing");
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
    }

    /** Begins to look at a queue; refused if there is none, or the selector is none. */
    Browse browse(RepriseQueue queue, @Nullable String selector) throws JMSException {
        try {
            return provider.browse(queue.getQueueName(), selector == null ? "" : selector);
        } catch (BrokerException e) {
            throw JmsErrors.of(e);
        }
    }

    Message received(StoredMessage stored) {
        return InboundMessages.of(stored, provider.allowList());
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return started(new PlainConsumer(getNextConsumerId(), this, ours(destination), selector, noLocal));
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return started(new SharedConsumer(getNextConsumerId(), this, ours(topic), name, selector));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return started(new SharedDurableConsumer(getNextConsumerId(), this, ours(topic), name, selector));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        JmsDestination destination = ours(topic);
        checkClientIDWasSetExplicitly();
        return started(new DurableConsumer(getNextConsumerId(), this, destination, name, selector, noLocal));
    }

    private JmsDestination ours(Destination destination) throws JMSException {
        checkClosed();
        checkDestination(destination);
        return JmsMessageTransformation.transformDestination(getConnection(), destination);
    }

    private static <T extends JmsMessageConsumer> T started(T consumer) throws JMSException {
        consumer.init();
        return consumer;
    }
}
