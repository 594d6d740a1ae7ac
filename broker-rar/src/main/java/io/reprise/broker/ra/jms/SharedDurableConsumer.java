package io.reprise.broker.ra.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsSharedDurableMessageConsumer;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.jspecify.annotations.Nullable;

/** One of the consumers of a shared durable subscription, whose receives wait while the connection is stopped, see {@link StartGate}. */
final class SharedDurableConsumer extends JmsSharedDurableMessageConsumer {
    private final StartGate gate;

    SharedDurableConsumer(
            JmsConsumerId id,
            RepriseSession session,
            JmsDestination destination,
            String name,
            @Nullable String selector)
            throws JMSException {
        super(id, session, destination, name, selector);
        this.gate = session.gate();
    }

    @Override
    public @Nullable Message receive(long timeoutMillis) throws JMSException {
        checkClosed();
        checkMessageListener();
        long limit = timeoutMillis == 0 ? -1 : timeoutMillis;
        return gate.receive(limit, closed::get, left -> super.receive(left));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> desired, long timeoutMillis) throws JMSException {
        checkClosed();
        checkMessageListener();
        return timeoutMillis == 0
                ? super.receiveBody(desired, 0)
                : gate.receive(timeoutMillis, closed::get, left -> super.receiveBody(desired, left));
    }

    @Override
    protected void shutdown(@Nullable Throwable cause) throws JMSException {
        super.shutdown(cause);
        gate.wake();
    }
}
