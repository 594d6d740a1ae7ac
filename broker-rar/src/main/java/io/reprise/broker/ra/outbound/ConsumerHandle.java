package io.reprise.broker.ra.outbound;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.apache.qpid.jms.JmsMessageConsumer;
import org.jspecify.annotations.Nullable;

/** A consumer in a container: receives, never listens [JMS 3.1 §12.2]. One thread at a time. */
final class ConsumerHandle implements QueueReceiver, TopicSubscriber {
    private final JmsMessageConsumer consumer;

    ConsumerHandle(JmsMessageConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable Message receive() throws JMSException {
        return consumer.receive();
    }

    @Override
    public @Nullable Message receive(long timeout) throws JMSException {
        return consumer.receive(timeout);
    }

    @Override
    public @Nullable Message receiveNoWait() throws JMSException {
        return consumer.receiveNoWait();
    }

    @Override
    public void close() throws JMSException {
        consumer.close();
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        return consumer.getMessageSelector();
    }

    @Override
    public @Nullable Queue getQueue() {
        return consumer.getDestination() instanceof Queue queue ? queue : null;
    }

    @Override
    public @Nullable Topic getTopic() {
        return consumer.getDestination() instanceof Topic topic ? topic : null;
    }

    @Override
    public boolean getNoLocal() throws JMSException {
        return consumer instanceof TopicSubscriber subscriber && subscriber.getNoLocal();
    }

    @Override
    public MessageListener getMessageListener() throws JMSException {
        throw Forbidden.inContainer("MessageConsumer.getMessageListener");
    }

    @Override
    public void setMessageListener(MessageListener listener) throws JMSException {
        throw Forbidden.inContainer("MessageConsumer.setMessageListener");
    }
}
