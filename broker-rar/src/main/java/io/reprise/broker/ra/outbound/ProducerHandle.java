package io.reprise.broker.ra.outbound;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import org.apache.qpid.jms.JmsMessageProducer;
import org.jspecify.annotations.Nullable;

/** A producer in a container: never asynchronous [JMS 3.1 §12.2]. One thread at a time. */
class ProducerHandle implements MessageProducer {
    private final JmsMessageProducer producer;

    ProducerHandle(JmsMessageProducer producer) {
        this.producer = producer;
    }

    @Override
    public boolean getDisableMessageID() throws JMSException {
        return producer.getDisableMessageID();
    }

    @Override
    public void setDisableMessageID(boolean value) throws JMSException {
        producer.setDisableMessageID(value);
    }

    @Override
    public boolean getDisableMessageTimestamp() throws JMSException {
        return producer.getDisableMessageTimestamp();
    }

    @Override
    public void setDisableMessageTimestamp(boolean value) throws JMSException {
        producer.setDisableMessageTimestamp(value);
    }

    @Override
    public int getDeliveryMode() throws JMSException {
        return producer.getDeliveryMode();
    }

    @Override
    public void setDeliveryMode(int value) throws JMSException {
        producer.setDeliveryMode(value);
    }

    @Override
    public int getPriority() throws JMSException {
        return producer.getPriority();
    }

    @Override
    public void setPriority(int value) throws JMSException {
        producer.setPriority(value);
    }

    @Override
    public long getTimeToLive() throws JMSException {
        return producer.getTimeToLive();
    }

    @Override
    public void setTimeToLive(long value) throws JMSException {
        producer.setTimeToLive(value);
    }

    @Override
    public long getDeliveryDelay() throws JMSException {
        return producer.getDeliveryDelay();
    }

    @Override
    public void setDeliveryDelay(long value) throws JMSException {
        producer.setDeliveryDelay(value);
    }

    @Override
    public @Nullable Destination getDestination() throws JMSException {
        return producer.getDestination();
    }

    @Override
    public void close() throws JMSException {
        producer.close();
    }

    @Override
    public void send(Message message) throws JMSException {
        producer.send(message);
    }

    @Override
    public void send(Message message, CompletionListener listener) throws JMSException {
        throw Forbidden.inContainer("MessageProducer.send with a CompletionListener");
    }

    @Override
    public void send(Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        producer.send(message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void send(Message message, int deliveryMode, int priority, long timeToLive, CompletionListener listener)
            throws JMSException {
        throw Forbidden.inContainer("MessageProducer.send with a CompletionListener");
    }

    @Override
    public void send(Destination destination, Message message) throws JMSException {
        producer.send(destination, message);
    }

    @Override
    public void send(Destination destination, Message message, CompletionListener listener) throws JMSException {
        throw Forbidden.inContainer("MessageProducer.send with a CompletionListener");
    }

    @Override
    public void send(Destination destination, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        producer.send(destination, message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void send(
            Destination destination,
            Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            CompletionListener listener)
            throws JMSException {
        throw Forbidden.inContainer("MessageProducer.send with a CompletionListener");
    }
}
