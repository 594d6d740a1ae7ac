package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsSharedMessageConsumer;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.jspecify.annotations.Nullable;

/** One of the consumers of a shared subscription that is not durable, whose receives wait while the connection is stopped, see {@link StartGate}. */
final class SharedConsumer extends JmsSharedMessageConsumer {
    private final StartGate.Receiver receiver;

    SharedConsumer(
            JmsConsumerId id,
            RepriseSession session,
            JmsDestination destination,
            String name,
            @Nullable String selector)
            throws JMSException {
        super(id, session, destination, name, selector);
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
