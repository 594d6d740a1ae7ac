package io.reprise.broker.engine.store;

/**
 * The one row that says where a recovery begins.
 *
 * @param originBits the VPN's random origin, half of its {@code replicationGroupMsgId}s
 * @param tailFromCommitNo where to begin to fold; 1 if there was no checkpoint yet
 * @param tailCommitNo the last entry there is, this takeover's opening entry
 */
public record CheckpointHeader(long originBits, long tailFromCommitNo, long tailCommitNo) {}
