package io.reprise.broker.model.delivery;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.Optional;

/** One message as an endpoint has it. Immutable. Made by the engine only. */
public interface StoredMessage {
    /** The message as published. */
    Message message();

    /** Its id in the VPN. */
    long msgId();

    /** The same as text and across logs [spec 1.2]. */
    ReplicationGroupMsgId replicationGroupMsgId();

    /** When the broker took it in, milliseconds of the epoch. */
    long spooledTimeMillis();

    /** When it expires on this endpoint, milliseconds of the epoch; 0 = never. */
    long expirationMillis();

    /** {@code JMSXDeliveryCount}: 1 at the first attempt; of one that is browsed that of the attempt that comes next. */
    int deliveryCount();

    /** What it says of its death; only of a message on a dead message queue [spec 4.3]. */
    default Optional<DeadLetter> deadLetter() {
        return Optional.empty();
    }

    /** {@code JMSRedelivered}: set only where an earlier attempt is on disk. */
    default boolean redelivered() {
        return deliveryCount() > 1;
    }
}
