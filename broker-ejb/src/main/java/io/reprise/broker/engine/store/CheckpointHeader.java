package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.Checkpoint;
import org.jspecify.annotations.Nullable;

/**
 * Where a recovery begins and ends.
 *
 * @param originBits the VPN's random origin, half of its {@code replicationGroupMsgId}s
 * @param checkpoint the VPN's checkpoint row; null if there was none yet: fold from commit 1
 * @param tailCommitNo the last entry there is, this takeover's opening entry
 */
public record CheckpointHeader(long originBits, @Nullable Checkpoint checkpoint, long tailCommitNo) {}
