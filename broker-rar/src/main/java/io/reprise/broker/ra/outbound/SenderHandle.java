package io.reprise.broker.ra.outbound;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import org.apache.qpid.jms.JmsMessageProducer;
import org.jspecify.annotations.Nullable;

/** The same for queues alone. */
final class SenderHandle extends ProducerHandle implements QueueSender {
    SenderHandle(JmsMessageProducer producer) {
        super(producer);
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        return (Queue) getDestination();
    }

    @Override
    public void send(Queue queue, Message message) throws JMSException {
        super.send(queue, message);
    }

    @Override
    public void send(Queue queue, Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        super.send(queue, message, deliveryMode, priority, timeToLive);
    }
}
