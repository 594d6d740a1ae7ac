package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.UnitKey.BlockKey;
import io.reprise.broker.engine.state.UnitKey.BranchKey;
import io.reprise.broker.engine.state.UnitKey.DeletedEndpointKey;
import io.reprise.broker.engine.state.UnitKey.PublisherKey;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.replay.ReplayState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The durable state of a VPN: the fold of its log. {@link #apply} is pure but for this object: no I/O, clock, settings or
 * randomness, so live operation and recovery run the same code [LOG.md L3, L12]. Touched by one thread: the committer, or
 * before it the recovery; only {@link #entries()} may be read by others.
 */
public final class VpnState {
    /**
     * No endpoint: where the newest retained message of each subject is placed, so that its entry is kept [spec 3.1]. Its backlog is saved
     * and recovered like an endpoint's.
     */
    public static final long SNAPSHOTS = 0;

    /** With {@link #SNAPSHOTS}. */
    private final Map<Long, EndpointState> endpoints = new HashMap<>();

    private final Map<String, PublisherWindow> publishers = new HashMap<>();
    private final Branches branches = new Branches(endpoints);
    private final SpoolTotals totals = new SpoolTotals();
    private final LogTotals log = new LogTotals();
    private final References references = new References();
    private final DroppedBacklogs dropped = new DroppedBacklogs(references);
    private final DirtyUnits dirty = new DirtyUnits();
    /** Counts for no quota. */
    private final EndpointState snapshots =
            new EndpointState(SNAPSHOTS, new SpoolTotals(), key -> dirty.mark(key, lastCommitNo()));

    private long lastCommitNo;
    private long lastMsgId;
    private long lastTimeMillis;
    private long nextEndpointId = 1;
    /**
     * False while a recovery folds: what keeps entries alive, and what branches hold, is counted once at its end, from the sets
     * themselves. Folding it would be wrong: what a branch decided long ago lets go may be held by a later one, whose row is loaded.
     */
    private boolean countsReferences = true;

    public VpnState() {
        endpoints.put(SNAPSHOTS, snapshots);
    }

    /**
     * Folds one entry. Entries come in the order of their numbers.
     *
     * @param bodyBytes the length of its body
     */
    public void apply(long commitNo, EntryHead head, int bodyBytes) {
        lastCommitNo = commitNo;
        lastMsgId = Math.max(lastMsgId, head.lastMsgId());
        lastTimeMillis = Math.max(lastTimeMillis, head.lastTimeMillis());
        log.apply(head);
        if (references.append(commitNo, head, bodyBytes, endpoints.keySet())) {
            dirty.markFull(IndexBlock.firstCommitOfBlockWith(commitNo));
        }
        for (MessageSlot slot : head.messages()) {
            for (Placement placement : slot.placements()) {
                EndpointState endpoint = endpoints.get(placement.endpointId());
                if (endpoint != null && endpoint.place(placement.lane(), slot.msgId(), slot.sizeBytes(), commitNo)) {
                    alias(endpoint, slot, commitNo);
                }
            }
        }
        for (Effect effect : head.effects()) {
            apply(effect, commitNo);
        }
    }

    private void alias(EndpointState endpoint, MessageSlot slot, long commitNo) {
        Alias alias = slot.alias();
        if (alias != null) {
            endpoint.root(slot.msgId(), alias.rootMsgId(), commitNo);
            if (countsReferences) {
                references.referRoot(alias.rootMsgId());
            }
        }
    }

    private void apply(Effect effect, long commitNo) {
        if (effect instanceof Removed removed) {
            remove(removed, commitNo);
        } else if (effect instanceof PublisherAccepted accepted) {
            accept(accepted, commitNo);
        } else if (effect instanceof BranchPrepared prepared) {
            BranchState known = branches.get(prepared.branch());
            if (known == null || commitNo > known.asOf()) {
                addBranch(new BranchState(prepared.branch(), commitNo, prepared.work(), 0));
                dirty.mark(new BranchKey(prepared.branch()), commitNo);
            }
        } else if (effect instanceof BranchDecided decided) {
            decide(decided.branch(), commitNo);
        } else if (effect instanceof EndpointCreated created) {
            createEndpoint(created.endpointId(), commitNo);
        } else if (effect instanceof EndpointDeleted deleted) {
            deleteEndpoint(deleted.endpointId(), commitNo);
        } else if (effect instanceof Trimmed trimmed) {
            trim(trimmed);
        } else {
            DeliveryFold.apply(effect, endpoints, commitNo);
            ReplayFold.apply(effect, endpoints, commitNo, this::copied, this::letGo);
        }
    }

    private void trim(Trimmed trimmed) {
        long countBefore = log.trimmedCount();
        long bytesBefore = log.trimmedBytes();
        if (log.apply(trimmed) && countsReferences) {
            references
                    .entries()
                    .trim(trimmed.throughMsgId(), log.trimmedCount() - countBefore, log.trimmedBytes() - bytesBefore);
        }
    }

    private void remove(Removed removed, long commitNo) {
        EndpointState endpoint = endpoints.get(removed.endpointId());
        if (endpoint == null) {
            return;
        }
        for (long msgId : removed.msgIds()) {
            long root = endpoint.rootOf(removed.generation(), msgId);
            if (endpoint.remove(removed.generation(), msgId, commitNo) && countsReferences) {
                references.release(msgId, root);
            }
        }
        endpoint.addBytes(removed.generation(), -removed.sizeBytes(), commitNo);
    }

    /** A replay put a copy of the message on an endpoint. */
    private void copied(long msgId) {
        if (countsReferences) {
            references.refer(msgId, 0);
        }
    }

    private void letGo(Backlog gone) {
        if (countsReferences) {
            dropped.add(gone);
        }
    }

    /** Lets go of so many messages at most that are nowhere any more, but keep their entries; whether there are more. */
    public boolean letGoOfDropped(int max) {
        return dropped.letGo(max);
    }

    private void accept(PublisherAccepted accepted, long commitNo) {
        PublisherWindow window = publishers.computeIfAbsent(accepted.publisherId(), none -> new PublisherWindow());
        if (commitNo > window.asOf) {
            window.accept(accepted.sequence());
        }
        dirty.mark(new PublisherKey(accepted.publisherId()), commitNo);
    }

    private void decide(BranchId branch, long commitNo) {
        BranchState decided = branches.get(branch);
        if (decided == null || commitNo <= decided.asOf()) {
            return;
        }
        branches.remove(decided);
        if (countsReferences) {
            branches.release(decided);
            references.releaseEntry(decided.prepareCommitNo());
        }
        dirty.mark(new BranchKey(branch), commitNo);
    }

    void addBranch(BranchState branch) {
        branches.put(branch);
        if (countsReferences) {
            branches.hold(branch);
        }
    }

    private void createEndpoint(long endpointId, long commitNo) {
        nextEndpointId = Math.max(nextEndpointId, endpointId + 1);
        endpointForLoad(endpointId);
        dirty.mark(new TotalKey(endpointId), commitNo);
    }

    EndpointState endpointForLoad(long endpointId) {
        return endpoints.computeIfAbsent(
                endpointId, none -> new EndpointState(endpointId, totals, key -> dirty.mark(key, lastCommitNo)));
    }

    private void deleteEndpoint(long endpointId, long commitNo) {
        EndpointState gone = endpoints.remove(endpointId);
        if (gone != null) {
            totals.leave(gone);
            gone.backlogs().forEach(this::letGo);
        }
        dirty.mark(new DeletedEndpointKey(endpointId), commitNo);
    }

    /** Entries were deleted from the database. */
    void forgetEntries(List<Long> commitNos) {
        for (long emptied : references.entries().forget(commitNos)) {
            dirty.mark(new BlockKey(emptied), lastCommitNo);
        }
    }

    /** An entry was rewritten with a shorter body. */
    void shrinkEntry(long commitNo, int bodyBytes) {
        references.entries().shrunk(commitNo, bodyBytes);
        dirty.mark(new BlockKey(IndexBlock.firstCommitOfBlockWith(commitNo)), lastCommitNo);
    }

    /** Begins a fold over a checkpoint: nothing is counted until {@link #endRecovery}. */
    void beginRecovery() {
        countsReferences = false;
    }

    /** Counts what keeps each entry alive, from the sets themselves: exact whatever the checkpoint contained. */
    void endRecovery() {
        countsReferences = true;
        references.forget(log);
        dropped.clear();
        for (EndpointState endpoint : endpoints.values()) {
            endpoint.dropUnknownBacklogs();
            for (Backlog backlog : endpoint.backlogs()) {
                backlog.forEach((lane, msgId) ->
                        references.refer(msgId, backlog.notes().of(msgId).rootMsgId()));
            }
        }
        for (BranchState branch : branches.all()) {
            references.referEntry(branch.prepareCommitNo());
            branches.hold(branch);
        }
        references.buryUnreferenced();
        totals.recount(endpoints());
    }

    /** What an endpoint holds, or with {@link #SNAPSHOTS} what {@link #snapshots} does. */
    public @Nullable EndpointState endpoint(long endpointId) {
        return endpoints.get(endpointId);
    }

    /** Tells the figures of each endpoint on which something has changed since this was last called. */
    public void tellChanged(BiConsumer<Long, EndpointFigures> told) {
        for (EndpointState changed : totals.takeChanged()) {
            told.accept(changed.id(), changed.takeFigures());
        }
    }

    /** All endpoints. */
    public Collection<EndpointState> endpoints() {
        List<EndpointState> result = new ArrayList<>(endpoints.values());
        result.remove(snapshots);
        return result;
    }

    /** The newest retained message of each subject. */
    public EndpointState snapshots() {
        return snapshots;
    }

    public @Nullable PublisherWindow publisher(String publisherId) {
        return publishers.get(publisherId);
    }

    /** Whether a prepared branch holds this publisher's sequence: whether it was accepted is not decided yet. */
    public boolean isPrepared(PublisherAccepted sequence) {
        return branches.holds(sequence);
    }

    public @Nullable BranchState branch(BranchId branch) {
        return branches.get(branch);
    }

    public Collection<BranchState> branches() {
        return branches.all();
    }

    /** Whether a prepared branch acknowledges this message. */
    public boolean isInDoubt(AckRef ack) {
        return branches.isInDoubt(ack);
    }

    /** Whether a moved message has this one's body: its entry keeps that [LOG.md L13]. */
    public boolean isRoot(long msgId) {
        return references.isRoot(msgId);
    }

    /** The entries of the log; may be read by any thread. */
    public EntryIndex entries() {
        return references.entries();
    }

    /** How many endpoints have a replay in each state, but for those that have none. */
    Map<ReplayState, Integer> replays() {
        return totals.replays();
    }

    /** Messages on all endpoints; one on three of them counts three times. */
    public long spooledMessages() {
        return totals.messages();
    }

    /** What they use of the VPN's quota, bytes. */
    public long spooledBytes() {
        return totals.bytes();
    }

    /** What messages of prepared branches will use of it, bytes. */
    public long reservedBytes() {
        return totals.reservedBytes();
    }

    /** What messages of prepared branches will use of the replay log's quota, bytes. */
    public long reservedLogBytes() {
        return branches.reservedLogBytes();
    }

    public long lastCommitNo() {
        return lastCommitNo;
    }

    public long lastMsgId() {
        return lastMsgId;
    }

    public long lastTimeMillis() {
        return lastTimeMillis;
    }

    /** Totals of the replay log. */
    public LogTotals log() {
        return log;
    }

    public long nextEndpointId() {
        return nextEndpointId;
    }

    DirtyUnits dirty() {
        return dirty;
    }

    void loadPublisher(String publisherId, PublisherWindow window) {
        publishers.put(publisherId, window);
    }

    void loadTotals(long msgId, long timeMillis, long endpointId) {
        lastMsgId = msgId;
        lastTimeMillis = timeMillis;
        nextEndpointId = endpointId;
    }

    void loadCommitNo(long commitNo) {
        lastCommitNo = commitNo;
    }
}
