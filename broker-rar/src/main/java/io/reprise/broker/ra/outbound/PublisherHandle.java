package io.reprise.broker.ra.outbound;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.apache.qpid.jms.JmsMessageProducer;
import org.jspecify.annotations.Nullable;

/** The same for topics alone. */
final class PublisherHandle extends ProducerHandle implements TopicPublisher {
    PublisherHandle(JmsMessageProducer producer) {
        super(producer);
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        return (Topic) getDestination();
    }

    @Override
    public void publish(Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        send(message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void publish(Topic topic, Message message) throws JMSException {
        send(topic, message);
    }

    @Override
    public void publish(Topic topic, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(topic, message, deliveryMode, priority, timeToLive);
    }
}
