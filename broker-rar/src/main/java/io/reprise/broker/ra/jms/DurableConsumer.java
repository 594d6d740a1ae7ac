package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsDurableTopicSubscriber;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.jspecify.annotations.Nullable;

/** The consumer of a durable subscription whose receives wait while the connection is stopped, see {@link StartGate}. */
final class DurableConsumer extends JmsDurableTopicSubscriber {
    private final StartGate.Receiver receiver;

    DurableConsumer(
            JmsConsumerId id,
            RepriseSession session,
            JmsDestination destination,
            String name,
            @Nullable String selector,
            boolean noLocal)
            throws JMSException {
        super(id, session, destination, name, noLocal, selector);
        this.receiver = session.gate().receiver(this::requireUsable, closed::get);
    }

    @Override
    public @Nullable Message receive(long timeoutMillis) throws JMSException {
        return receiver.receive(timeoutMillis, left -> super.receive(left));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> desired, long timeoutMillis) throws JMSException {
        return receiver.receiveBody(timeoutMillis, left -> super.receiveBody(desired, left));
    }

    @Override
    protected void shutdown(@Nullable Throwable cause) throws JMSException {
        super.shutdown(cause);
        receiver.wake();
    }

    private void requireUsable() throws JMSException {
        checkClosed();
        checkMessageListener();
    }
}
