package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;

/** A delivery by hand. */
record FakeDelivery(Message message, long msgId, long spooledTimeMillis, long expirationMillis, int deliveryCount)
        implements Delivery {
    static final long ORIGIN = 0x0123456789abcdefL;

    static FakeDelivery of(Message message) {
        return new FakeDelivery(message, 1, 1_000, 0, 1);
    }

    @Override
    public ReplicationGroupMsgId replicationGroupMsgId() {
        return new ReplicationGroupMsgId(ORIGIN, msgId);
    }
}
