package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.state.UnitKey.BlockKey;
import io.reprise.broker.engine.state.UnitKey.BranchKey;
import io.reprise.broker.engine.state.UnitKey.ChunkKey;
import io.reprise.broker.engine.state.UnitKey.DeletedEndpointKey;
import io.reprise.broker.engine.state.UnitKey.DroppedBacklogKey;
import io.reprise.broker.engine.state.UnitKey.NoteKey;
import io.reprise.broker.engine.state.UnitKey.PublisherKey;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
import io.reprise.broker.engine.store.CheckpointBatch;
import io.reprise.broker.engine.store.CheckpointBatch.DroppedBacklog;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies the oldest differences between state and checkpoint as rows, at an entry boundary [LOG.md L15]. The committer calls
 * it; a background thread writes what it returns; the committer is then told how that ended. One batch at a time.
 */
public final class Checkpointing {
    /** Most rows a batch copies. */
    public static final int MAX_ROWS = 256;

    /** The log begins with it; the first block of the entry index begins with a slot before it, which stays empty. */
    private static final long FIRST_COMMIT_NO = 1;

    private final String vpn;
    private final VpnState state;

    public Checkpointing(String vpn, VpnState state) {
        this.vpn = vpn;
        this.state = state;
    }

    /** Where the fold would begin if the batch last written were on disk and nothing else were. */
    public long tailFrom() {
        long none = state.lastCommitNo() + 1;
        long unsaved = state.entries().firstUnsavedCommitNo(state.lastCommitNo());
        return Math.max(FIRST_COMMIT_NO, Math.min(state.dirty().oldest(none), unsaved));
    }

    /** How many rows wait to be written. */
    public int waiting() {
        return state.dirty().size();
    }

    /** Copies the next batch. */
    public CheckpointBatch copy() {
        return copy(MAX_ROWS);
    }

    CheckpointBatch copy(int maxRows) {
        List<Object> upserts = new ArrayList<>();
        List<Object> deletes = new ArrayList<>();
        List<Long> deletedEndpoints = new ArrayList<>();
        List<DroppedBacklog> droppedBacklogs = new ArrayList<>();
        for (UnitKey key : state.dirty().take(maxRows)) {
            if (key instanceof ChunkKey chunk) {
                copyChunk(chunk, upserts, deletes);
            } else if (key instanceof TotalKey total) {
                copyTotal(total, upserts);
            } else if (key instanceof NoteKey note) {
                copyNote(note, upserts, deletes);
            } else if (key instanceof PublisherKey publisher) {
                copyPublisher(publisher, upserts);
            } else if (key instanceof BranchKey branch) {
                copyBranch(branch.branch(), upserts, deletes);
            } else if (key instanceof BlockKey block) {
                copyBlock(block, upserts, deletes);
            } else if (key instanceof DeletedEndpointKey deleted) {
                deletedEndpoints.add(deleted.endpointId());
            } else if (key instanceof DroppedBacklogKey dropped) {
                droppedBacklogs.add(new DroppedBacklog(dropped.endpointId(), dropped.generation()));
            }
        }
        return new CheckpointBatch(header(), upserts, deletes, deletedEndpoints, droppedBacklogs);
    }

    /** The batch last copied is on disk. */
    public void written() {
        state.dirty().written();
    }

    /** The batch last copied is not on disk. */
    public void notWritten() {
        state.dirty().notWritten();
    }

    /** Entries are gone from the database. */
    public void entriesDeleted(List<Long> commitNos) {
        state.forgetEntries(commitNos);
    }

    /** An entry below {@code tail_from} was rewritten shorter. */
    public void entryRewritten(long commitNo, int bodyBytes) {
        state.shrinkEntry(commitNo, bodyBytes);
    }

    private Checkpoint header() {
        return new Checkpoint(
                vpn,
                tailFrom(),
                state.lastCommitNo(),
                state.lastMsgId(),
                state.lastTimeMillis(),
                state.nextEndpointId(),
                state.log().loggedCount(),
                state.log().loggedBytes(),
                state.log().trimmedThroughMsgId(),
                state.log().trimmedCount(),
                state.log().trimmedBytes(),
                state.log().newestMsgId());
    }

    private void copyChunk(ChunkKey key, List<Object> upserts, List<Object> deletes) {
        Backlog backlog = backlog(key.endpointId(), key.generation());
        Chunk chunk = backlog == null ? null : backlog.chunk(key.lane(), key.base());
        if (chunk == null) {
            deletes.add(row(key, 0, 0, 0, new byte[0]));
        } else {
            upserts.add(row(key, chunk.endExclusive(), chunk.adds(), chunk.cardinality(), chunk.serialize()));
        }
    }

    private BacklogRow row(ChunkKey key, long endExclusive, long adds, long cardinality, byte[] bits) {
        return new BacklogRow(
                vpn,
                key.endpointId(),
                key.generation(),
                key.lane(),
                key.base(),
                state.lastCommitNo(),
                endExclusive,
                adds,
                cardinality,
                bits);
    }

    private @Nullable Backlog backlog(long endpointId, int generation) {
        EndpointState endpoint = state.endpoint(endpointId);
        return endpoint == null ? null : endpoint.existing(generation);
    }

    private void copyTotal(TotalKey key, List<Object> upserts) {
        EndpointState endpoint = state.endpoint(key.endpointId());
        if (endpoint != null) {
            upserts.add(new EndpointTotal(
                    vpn,
                    key.endpointId(),
                    state.lastCommitNo(),
                    endpoint.replay().generation(),
                    endpoint.messages(),
                    endpoint.sizeBytes(),
                    endpoint.horizons(),
                    endpoint.replayBytes()));
        }
    }

    private void copyNote(NoteKey key, List<Object> upserts, List<Object> deletes) {
        Backlog backlog = backlog(key.endpointId(), key.generation());
        Note note = backlog == null ? Note.NONE : backlog.notes().of(key.msgId());
        DeliveryNote row = new DeliveryNote(
                vpn,
                key.endpointId(),
                key.generation(),
                key.msgId(),
                state.lastCommitNo(),
                note.attempts(),
                note.presented(),
                note.delayedUntilMillis(),
                note.rootMsgId(),
                note.expirationMillis());
        (note.isPlain() ? deletes : upserts).add(row);
    }

    private void copyPublisher(PublisherKey key, List<Object> upserts) {
        PublisherWindow window = state.publisher(key.publisherId());
        if (window != null) {
            upserts.add(new PublisherSequence(
                    vpn, key.publisherId(), state.lastCommitNo(), window.highest(), window.serialize()));
        }
    }

    private void copyBranch(BranchId id, List<Object> upserts, List<Object> deletes) {
        BranchState branch = state.branch(id);
        PreparedBranch row = new PreparedBranch(
                vpn,
                id.getFormatId(),
                id.getGlobalTransactionId(),
                id.getBranchQualifier(),
                state.lastCommitNo(),
                branch == null ? 0 : branch.prepareCommitNo(),
                branch == null ? new byte[0] : EntryCodec.encodeWork(branch.work()));
        (branch == null ? deletes : upserts).add(row);
    }

    private void copyBlock(BlockKey key, List<Object> upserts, List<Object> deletes) {
        boolean there = state.entries().hasBlock(key.firstCommitNo());
        byte[] content = there ? state.entries().serialize(key.firstCommitNo()) : new byte[0];
        (there ? upserts : deletes).add(new EntryBlock(vpn, key.firstCommitNo(), content));
    }
}
