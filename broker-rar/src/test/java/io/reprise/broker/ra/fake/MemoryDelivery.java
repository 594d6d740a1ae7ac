package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;

/** A delivery by hand. */
public record MemoryDelivery(Message message, long msgId, int deliveryCount) implements Delivery {
    @Override
    public ReplicationGroupMsgId replicationGroupMsgId() {
        return new ReplicationGroupMsgId(1, msgId);
    }

    @Override
    public long spooledTimeMillis() {
        return 1_000;
    }

    @Override
    public long expirationMillis() {
        return 0;
    }

    MemoryDelivery again() {
        return new MemoryDelivery(message, msgId, deliveryCount + 1);
    }
}
