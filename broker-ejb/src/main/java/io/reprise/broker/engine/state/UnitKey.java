package io.reprise.broker.engine.state;

import io.reprise.broker.model.publish.BranchId;

/** Names a part of the state that has a checkpoint row of its own [LOG.md L15]. */
sealed interface UnitKey {
    /** One chunk of a lane. */
    record ChunkKey(long endpointId, int generation, int lane, long base) implements UnitKey {}

    /** An endpoint's totals. */
    record TotalKey(long endpointId) implements UnitKey {}

    /** What is exceptional about one message on one endpoint. */
    record NoteKey(long endpointId, int generation, long msgId) implements UnitKey {}

    /** Everything a backlog had that its endpoint no longer has. */
    record DroppedBacklogKey(long endpointId, int generation) implements UnitKey {}

    /** One publisher's window. */
    record PublisherKey(String publisherId) implements UnitKey {}

    /** One prepared branch. */
    record BranchKey(BranchId branch) implements UnitKey {}

    /** A full block of the entry index. */
    record BlockKey(long firstCommitNo) implements UnitKey {}

    /** Everything a deleted endpoint had. */
    record DeletedEndpointKey(long endpointId) implements UnitKey {}
}
