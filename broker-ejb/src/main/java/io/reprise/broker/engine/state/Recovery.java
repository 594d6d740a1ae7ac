package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.store.CheckpointHeader;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rebuilds a VPN's state: its checkpoint's rows, then the heads of the log's tail [LOG.md L9, L11, L15]. One thread. */
public final class Recovery {
    /** A head may be as long as a third of its entry of 1 MB [LOG.md L4]: so many fit in memory whatever they hold. */
    private static final int HEADS_A_READ = 128;

    private final VpnStore store;
    private final VpnState state = new VpnState();
    private final List<BranchState> branches = new ArrayList<>();

    private Recovery(VpnStore store) {
        this.store = store;
    }

    /**
     * What was recovered.
     *
     * @param state the fold
     * @param originBits half of each {@code replicationGroupMsgId}
     * @param foldedEntries how many entries of the tail were folded
     */
    public record Recovered(VpnState state, long originBits, long foldedEntries) {}

    /**
     * Recovers.
     *
     * @throws BrokerException {@code CORRUPT_ENTRY_HEAD} if the tail has a gap or a damaged head, {@code CORRUPT_CHECKPOINT} if a
     *     row is damaged or the log ends before the checkpoint: named, and nothing is served
     */
    public static Recovered recover(VpnStore store) {
        return new Recovery(store).run();
    }

    private Recovered run() {
        state.beginRecovery();
        CheckpointHeader header = store.loadCheckpoint(this::load);
        branches.forEach(state::addBranch);
        Checkpoint checkpoint = header.checkpoint();
        long from = 1;
        if (checkpoint != null) {
            from = checkpoint.tailFrom();
            state.loadTotals(checkpoint.lastMsgId(), checkpoint.lastTime(), checkpoint.nextEndpointId());
            state.log()
                    .load(
                            checkpoint.loggedCount(),
                            checkpoint.loggedBytes(),
                            new Trimmed(
                                    checkpoint.trimmedThroughMsgId(),
                                    checkpoint.trimmedCount(),
                                    checkpoint.trimmedBytes()),
                            checkpoint.newestLoggedMsgId());
        }
        if (from > header.tailCommitNo() + 1) {
            // of another log, or of a backup restored in part
            throw corruptCheckpoint(
                    "checkpoint begins at entry " + from + ", the log ends at " + header.tailCommitNo(), null);
        }
        state.loadCommitNo(from - 1);
        fold(from, header.tailCommitNo());
        state.endRecovery();
        return new Recovered(state, header.originBits(), header.tailCommitNo() - from + 1);
    }

    /** Whether the endpoint has it, or still has it, the fold says at its end [LOG.md L22]. */
    private Backlog backlog(long endpointId, long generation) {
        return state.endpointForLoad(endpointId).backlogForLoad((int) generation);
    }

    private void fold(long from, long tail) {
        long next = from;
        while (next <= tail) {
            List<LogEntry> entries = store.readHeads(next, Math.min(tail, next + HEADS_A_READ - 1));
            for (LogEntry entry : entries) {
                if (entry.commitNo() != next) {
                    throw missing(next, entry.commitNo());
                }
                state.apply(next, head(entry), entry.bodyBytes());
                next++;
            }
            if (entries.isEmpty()) {
                throw missing(next, tail);
            }
        }
    }

    private EntryHead head(LogEntry entry) {
        try {
            return EntryCodec.decode(entry.head());
        } catch (MalformedWireException e) {
            throw new BrokerException(
                    ErrorCode.CORRUPT_ENTRY_HEAD,
                    "log entry " + entry.commitNo() + " of VPN '" + store.vpn() + "' is damaged: " + e.getMessage());
        }
    }

    private BrokerException missing(long expected, long found) {
        return new BrokerException(
                ErrorCode.CORRUPT_ENTRY_HEAD,
                "log entry " + expected + " of VPN '" + store.vpn() + "' is missing before entry " + found);
    }

    private BrokerException corruptCheckpoint(String what, @Nullable Throwable cause) {
        return new BrokerException(ErrorCode.CORRUPT_CHECKPOINT, what + ", in VPN '" + store.vpn() + "'", cause);
    }

    private void load(Object row) {
        try {
            loadIntact(row);
        } catch (MalformedWireException e) {
            throw corruptCheckpoint(row.getClass().getSimpleName() + " is damaged: " + e.getMessage(), e);
        }
    }

    private void loadIntact(Object row) {
        if (row instanceof BacklogRow backlog) {
            backlog(backlog.endpointId(), backlog.generation())
                    .loadChunk(
                            backlog.lane(),
                            Chunk.load(
                                    backlog.base(),
                                    backlog.asOf(),
                                    backlog.endExclusive(),
                                    backlog.adds(),
                                    backlog.cardinality(),
                                    backlog.bits()));
        } else if (row instanceof EndpointTotal total) {
            state.endpointForLoad(total.endpointId())
                    .loadTotal(total.sizeBytes(), total.horizons(), total.replay(), total.asOf());
        } else if (row instanceof DeliveryNote note) {
            backlog(note.endpointId(), note.generation())
                    .notes()
                    .load(
                            note.msgId(),
                            new Note(
                                    note.deliveryCount(),
                                    note.presented(),
                                    note.delayedUntil(),
                                    note.originalMsgId(),
                                    note.expiration(),
                                    note.asOf()));
        } else if (row instanceof PublisherSequence publisher) {
            state.loadPublisher(
                    publisher.publisherId(),
                    PublisherWindow.load(publisher.highest(), publisher.window(), publisher.asOf()));
        } else if (row instanceof PreparedBranch branch) {
            branches.add(new BranchState(
                    new BranchId(branch.formatId(), branch.gtrid(), branch.bqual()),
                    branch.prepareCommitNo(),
                    EntryCodec.decodeWork(branch.content()),
                    branch.asOf()));
        } else if (row instanceof EntryBlock block) {
            state.entries().load(IndexBlock.load(block.firstCommitNo(), block.content()));
        } else {
            throw new IllegalStateException("row of " + row.getClass().getName());
        }
    }
}
