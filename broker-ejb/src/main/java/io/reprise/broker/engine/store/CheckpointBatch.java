package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.Checkpoint;
import java.util.List;

/**
 * What one checkpoint transaction writes.
 *
 * @param checkpoint the VPN's own row, with {@code tail_from}, the lowest commit that is not yet in every row [LOG.md L15]
 * @param upserts entities of {@code io.reprise.broker.model.store} to insert or replace, by their key
 * @param deletes entities of which only the key counts, to delete if there
 * @param deletedEndpoints endpoints of which every derived row goes, before the upserts
 * @param droppedBacklogs backlogs of endpoints of which every row goes, before the upserts
 */
public record CheckpointBatch(
        Checkpoint checkpoint,
        List<Object> upserts,
        List<Object> deletes,
        List<Long> deletedEndpoints,
        List<DroppedBacklog> droppedBacklogs) {
    /** A backlog that its endpoint no longer has. */
    public record DroppedBacklog(long endpointId, int generation) {}
}
