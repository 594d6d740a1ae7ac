package io.reprise.broker.model.replay;

import io.reprise.broker.model.message.ReplicationGroupMsgId;

/**
 * One message of the replay log, as its head tells [spec 2.1].
 *
 * @param msgId its place
 * @param id the same for others
 * @param topic where it was published to
 * @param sizeBytes body, properties and topic
 * @param priority 0–9
 * @param persistent else non-persistent
 * @param spooledTimeMillis when it was taken in, milliseconds of the epoch
 * @param expirationMillis when its publisher lets it expire, milliseconds of the epoch; 0 = never. The log keeps it nevertheless
 */
public record LoggedMessage(
        long msgId,
        ReplicationGroupMsgId id,
        String topic,
        int sizeBytes,
        int priority,
        boolean persistent,
        long spooledTimeMillis,
        long expirationMillis) {}
