package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A line of delivery in memory. */
final class FakeLine implements DeliverySession {
    private final FakeEndpoint endpoint;
    private final FakeEndpoint.FakeFlow flow;
    private final Set<Presented> open = new LinkedHashSet<>();
    boolean closed;

    FakeLine(FakeEndpoint endpoint, FakeEndpoint.FakeFlow flow) {
        this.endpoint = endpoint;
        this.flow = flow;
    }

    @Override
    public @Nullable Delivery receive(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (endpoint) {
            Delivery delivery = receiveNow();
            while (delivery == null && !flow.closed && endpoint.endReason.isEmpty()) {
                long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    return null;
                }
                try {
                    endpoint.wait(leftMillis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return null;
                }
                delivery = receiveNow();
            }
            return delivery;
        }
    }

    @Override
    public @Nullable Delivery receiveNow() {
        synchronized (endpoint) {
            FakeEndpoint.Spooled next = flow.closed || !endpoint.endReason.isEmpty() ? null : endpoint.poll();
            if (next == null) {
                return null;
            }
            Presented presented = new Presented(this, next);
            open.add(presented);
            return presented;
        }
    }

    @Override
    public void whenAvailable(Runnable wakeUp) {
        endpoint.whenAvailable(wakeUp);
    }

    @Override
    public void release(Delivery delivery) {
        end((Presented) delivery, 1);
    }

    @Override
    public void giveBack(Delivery delivery) {
        end((Presented) delivery, 0);
    }

    @Override
    public void close() {
        List<Presented> rest;
        synchronized (endpoint) {
            closed = true;
            rest = List.copyOf(open);
        }
        rest.forEach(presented -> end(presented, 1));
    }

    private void end(Presented presented, int failures) {
        synchronized (endpoint) {
            if (!open.remove(presented)) {
                return;
            }
        }
        FakeEndpoint.Spooled before = presented.spooled();
        endpoint.putBack(new FakeEndpoint.Spooled(before.message(), before.msgId(), before.failures() + failures));
    }

    /** One presented message. */
    record Presented(FakeLine line, FakeEndpoint.Spooled spooled) implements Delivery {
        void acknowledge() {
            synchronized (line.endpoint) {
                line.open.remove(this);
            }
        }

        @Override
        public Message message() {
            return spooled.message();
        }

        @Override
        public long msgId() {
            return spooled.msgId();
        }

        @Override
        public ReplicationGroupMsgId replicationGroupMsgId() {
            return new ReplicationGroupMsgId(FakeDelivery.ORIGIN, spooled.msgId());
        }

        @Override
        public long spooledTimeMillis() {
            return spooled.message().senderTimestampMillis();
        }

        @Override
        public long expirationMillis() {
            return 0;
        }

        @Override
        public int deliveryCount() {
            return spooled.failures() + 1;
        }
    }
}
