package io.reprise.broker.model.live;

/**
 * A subject's snapshot as administrators see it in lists [spec 3.1]. Immutable.
 *
 * @param subject its topic
 * @param msgId the message that it is; 0 for a direct one that is not on disk yet
 * @param takenInMillis when the broker took it in, milliseconds of the epoch
 * @param inMemory whether its content is in memory; else it is read from the database when somebody wants it
 */
public record SnapshotView(String subject, long msgId, long takenInMillis, boolean inMemory) {}
