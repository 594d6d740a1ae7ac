package io.reprise.broker.model.management;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.Optional;

/**
 * A message on an endpoint at one moment, without its payload.
 *
 * @param msgId its id in the VPN
 * @param replicationGroupMsgId the same across logs; of a dead message the original's
 * @param topic where it was published to
 * @param sizeBytes what the quota counts
 * @param priority 0–9
 * @param spooledTimeMillis when the broker took it in, milliseconds of the epoch
 * @param expirationMillis when it expires here, milliseconds of the epoch; 0 = never
 * @param deliveryCount deliveries counted so far; 1 and more: the next is marked as redelivered
 * @param state where it is
 * @param delayedUntilMillis while it is delayed, until when, milliseconds of the epoch; else 0
 * @param heldReason while it is held, why, for people; else empty
 * @param deadLetter its first death, if it is on a dead message queue
 */
public record MessageView(
        long msgId,
        ReplicationGroupMsgId replicationGroupMsgId,
        String topic,
        int sizeBytes,
        int priority,
        long spooledTimeMillis,
        long expirationMillis,
        int deliveryCount,
        MessageState state,
        long delayedUntilMillis,
        String heldReason,
        Optional<DeadLetter> deadLetter) {}
