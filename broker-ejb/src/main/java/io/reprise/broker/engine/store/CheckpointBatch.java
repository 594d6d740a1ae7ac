package io.reprise.broker.engine.store;

import java.util.List;

/**
 * What one checkpoint transaction writes.
 *
 * @param upserts entities of {@code io.reprise.broker.model.store} to insert or replace, by their key
 * @param deletes entities of which only the key counts, to delete if there
 * @param deletedEndpoints endpoints of which every derived row goes
 * @param tailFromCommitNo the lowest commit that is not yet in every row [LOG.md L15]
 * @param checkpointCommitNo the commit at whose boundary the rows were copied
 */
public record CheckpointBatch(
        List<Object> upserts,
        List<Object> deletes,
        List<Long> deletedEndpoints,
        long tailFromCommitNo,
        long checkpointCommitNo) {}
