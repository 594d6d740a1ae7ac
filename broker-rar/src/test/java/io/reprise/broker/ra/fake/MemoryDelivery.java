package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;

/** A delivery by hand. */
public record MemoryDelivery(
        Message message, long msgId, long spooledTimeMillis, long expirationMillis, int deliveryCount)
        implements Delivery {
    private static final long ORIGIN = 0x0123456789abcdefL;

    /** The first attempt at a message. */
    public static MemoryDelivery of(Message message) {
        return of(message, 1);
    }

    static MemoryDelivery of(Message message, long msgId) {
        return new MemoryDelivery(message, msgId, message.senderTimestampMillis(), 0, 1);
    }

    @Override
    public ReplicationGroupMsgId replicationGroupMsgId() {
        return new ReplicationGroupMsgId(ORIGIN, msgId);
    }

    MemoryDelivery again() {
        return new MemoryDelivery(message, msgId, spooledTimeMillis, expirationMillis, deliveryCount + 1);
    }
}
