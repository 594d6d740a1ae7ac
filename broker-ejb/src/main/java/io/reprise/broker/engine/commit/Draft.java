package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.LoggedIndex.Cut;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entry being put together: what its operations will have done, laid over the committed state so that each decides as if
 * those before it were committed [LOG.md L3]. Thrown away if it can't be written. The committer's; not thread-safe.
 */
final class Draft {
    /** What one copy of a message adds to an entry at most: endpoint id, lane, expiry. */
    private static final int PLACEMENT_BYTES = 21;

    /** What a message's first wait adds to an entry at most: tag, endpoint id, generation, id, time. */
    private static final int DELAY_BYTES = 33;

    private final VpnState state;
    private final long nowMillis;
    private final long timeMillis;
    private final List<MessageSlot> messages = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private final DraftRemovals removals = new DraftRemovals();
    private final DraftHorizons horizons;
    private final DraftSubjects subjects;
    private final Set<AckRef> prepared = new HashSet<>();
    private final Map<Long, Added> added = new HashMap<>();
    private final Set<PublisherAccepted> publishers = new HashSet<>();
    private final Map<String, Long> highestSequences = new HashMap<>();
    private final Set<PublisherAccepted> preparedPublishers = new HashSet<>();
    private final Set<BranchId> branches = new HashSet<>();
    private final Set<Long> replays = new HashSet<>(0);
    private final Set<Long> overflowing = new HashSet<>(0);
    private final List<EncodedMessage> duplicates = new ArrayList<>(0);
    private final List<Included> included = new ArrayList<>();
    private final List<EngineDelivery> marked = new ArrayList<>();
    private final WireWriter body = new WireWriter(8192);
    private @Nullable CommitOutcome failure;
    private long nextMsgId;
    private int entryBytes;
    private int promotedBytes;
    private boolean sealed;
    private long addedBytes;
    private long loggedCount;
    private long loggedBytes;
    private long reservedLogBytes;
    private Cut trimmed = Cut.NOTHING;

    /** An operation that is in the entry, and what it is told once that is on disk. */
    private record Included(Operation operation, CommitOutcome outcome) {}

    /** What was added to an endpoint here, on top of the state and what is reserved there; less than nothing, if more left it. */
    static final class Added {
        long messages;
        long bytes;
        /** The newest message of a last-value queue placed here; null if none. */
        MessageOnEndpoint lastValue = MessageOnEndpoint.NONE;

        int lastValueBytes;
    }

    /** A message on an endpoint. */
    record MessageOnEndpoint(long endpointId, long msgId) {
        static final MessageOnEndpoint NONE = new MessageOnEndpoint(0, 0);
    }

    /**
     * @param nowMillis the wall clock, from which deadlines count; the spooled time never falls, so what orders is the later of
     *     it and the last one [LOG.md L20]
     */
    Draft(VpnState state, SubjectHeads heads, long nowMillis) {
        this.state = state;
        this.subjects = new DraftSubjects(heads, state);
        this.nowMillis = nowMillis;
        this.timeMillis = Math.max(nowMillis, state.lastTimeMillis());
        this.nextMsgId = state.lastMsgId() + 1;
        this.horizons = new DraftHorizons(state);
    }

    long timeMillis() {
        return timeMillis;
    }

    long nowMillis() {
        return nowMillis;
    }

    boolean isEmpty() {
        return messages.isEmpty()
                && effects.isEmpty()
                && removals.isEmpty()
                && horizons.isEmpty()
                && trimmed.messages() == 0;
    }

    int operations() {
        return included.size();
    }

    /** Whether so many bytes more still fit; an entry takes its first operation whatever its size. */
    boolean hasRoomFor(int bytes, int maxBytes) {
        return !sealed && (entryBytes == 0 || (long) entryBytes + bytes <= maxBytes);
    }

    /** What so many copies of messages add to an entry at most, bytes. */
    static long placementBytes(long placements) {
        return placements * PLACEMENT_BYTES;
    }

    /** What so many waits of messages add to an entry at most, bytes. */
    static long delayBytes(long delays) {
        return delays * DELAY_BYTES;
    }

    /** A message placed here waits for its first delivery until then, milliseconds of the epoch. */
    void delay(EndpointState on, long msgId, long untilMillis) {
        effect(new Delayed(on.id(), on.generationOf(msgId), msgId, untilMillis));
        entryBytes += DELAY_BYTES;
    }

    void include(Operation operation, CommitOutcome outcome) {
        included.add(new Included(operation, outcome));
        entryBytes += operation.entryBytes();
    }

    /** A direct message is among what it stores. */
    void promoted(int bytes) {
        promotedBytes += bytes;
    }

    /** What promoted messages add to the entry. */
    int promotedBytes() {
        return promotedBytes;
    }

    /** Whatever was included ends like this instead. */
    void fail(CommitOutcome instead) {
        failure = instead;
    }

    boolean isFailed() {
        return failure != null;
    }

    /** Messages that are lost by its failure, and that their senders believe accepted; told once. */
    int lostMessages() {
        int lost = 0;
        if (isFailed()) {
            for (Included each : included) {
                lost += each.operation().lostMessages();
            }
        }
        return lost;
    }

    /** A delivery is marked as presented, unless its message is gone, or going in this draft. */
    void mark(EngineDelivery delivery) {
        AckRef ref = delivery.ref();
        marked.add(delivery);
        if (isThere(ref)) {
            effect(new Presented(ref.endpointId(), ref.generation(), ref.msgId(), delivery.deliveryCount()));
        }
    }

    /** An endpoint is over its quota with what this adds: its oldest messages are to go. */
    void overflow(long endpointId) {
        overflowing.add(endpointId);
    }

    Set<Long> overflowing() {
        return overflowing;
    }

    /** The deliveries marked here. */
    List<EngineDelivery> marked() {
        return marked;
    }

    /** Tells every operation included how it ended. */
    void settleAll() {
        CommitOutcome failed = failure;
        for (Included each : included) {
            each.operation().settle(failed == null ? each.outcome() : failed);
            each.operation().over();
        }
    }

    Added added(long endpointId) {
        return added.computeIfAbsent(endpointId, none -> new Added());
    }

    /** What was added here to all endpoints together, as {@link Added}. */
    long addedBytes() {
        return addedBytes;
    }

    /** What is put into the replay log here, bytes. */
    long loggedBytes() {
        return loggedBytes;
    }

    /** What branches prepared here will put into it, bytes; less what those decided here would have. */
    long reservedLogBytes() {
        return reservedLogBytes;
    }

    /** The oldest of the replay log leave it; of several that want that, the one that goes farthest. How many more leave it now. */
    long trim(Cut cut) {
        long before = trimmed.messages();
        trimmed = cut.throughMsgId() > trimmed.throughMsgId() ? cut : trimmed;
        return trimmed.messages() - before;
    }

    /** Puts bytes into the entry's body; where they are. */
    BodyLocation append(byte[] content, int crc32c) {
        BodyLocation location = new BodyLocation(null, body.size(), content.length, crc32c);
        body.writeRaw(content, 0, content.length);
        return location;
    }

    /** Gives a message the next id and its places. */
    MessageSlot place(MessageSlot template) {
        long msgId = nextMsgId++;
        MessageSlot slot = subjects.place(template.accepted(msgId), this);
        messages.add(slot);
        if (slot.logged()) {
            loggedCount++;
            loggedBytes += slot.sizeBytes();
        }
        add(template.placements(), 1, template.sizeBytes());
        entryBytes += (int) placementBytes(template.placements().size());
        return slot;
    }

    private void add(List<Placement> placements, int messagesEach, int bytesEach) {
        for (Placement placement : placements) {
            Added on = added(placement.endpointId());
            on.messages += messagesEach;
            on.bytes += bytesEach;
            addBytes(placement.endpointId(), bytesEach);
        }
    }

    /** Snapshots count for no quota. */
    private void addBytes(long endpointId, long bytes) {
        addedBytes += endpointId == VpnState.SNAPSHOTS ? 0 : bytes;
    }

    /**
     * A message was placed that may be delivered soon, as little lies before it: where deliveries may go is reserved with it, so
     * that nobody waits for that [LOG.md L24].
     */
    void expectDelivery(Placement placement, long msgId) {
        horizons.expect(placement, msgId, added(placement.endpointId()).messages);
    }

    /** Messages of a priority may be presented up to this id. */
    void reserveHorizon(long endpointId, int priority, long msgId) {
        horizons.reserve(endpointId, priority, msgId);
    }

    /** Whether the message is on its endpoint, and no branch and nothing in this draft takes it off. */
    boolean isThere(AckRef ref) {
        return isOn(ref) && !state.isInDoubt(ref) && !isPrepared(ref);
    }

    /** Whether the message is on its endpoint, and nothing in this draft takes it off. */
    boolean isOn(AckRef ref) {
        EndpointState on = state.endpoint(ref.endpointId());
        return on != null && on.contains(ref.generation(), ref.msgId()) && !isRemoved(ref);
    }

    /** Whether the message is there, or was before the endpoint's replay and may come back: an acknowledgement of it means something. */
    boolean isKept(AckRef ref) {
        return isThere(ref) || isSetAside(ref) && !state.isInDoubt(ref) && !isPrepared(ref);
    }

    /** Whether a replay has set the message aside, and nothing in this draft takes it from there. */
    boolean isSetAside(AckRef ref) {
        EndpointState on = state.endpoint(ref.endpointId());
        return on != null && on.isSetAside(ref.generation(), ref.msgId()) && !isRemoved(ref);
    }

    boolean isRemoved(AckRef ref) {
        return removals.contain(ref);
    }

    /**
     * A message leaves its endpoint. If that is a replay's copy, the original that was set aside won't come back either; unless it only made
     * room for a newer value: which is the newest then is seen when it comes back.
     */
    void remove(AckRef ref, Removal reason) {
        EndpointState from = state.endpoint(ref.endpointId());
        removals.add(ref, reason);
        if (from != null && from.isSetAside(ref.generation(), ref.msgId())) {
            return;
        }
        boolean isCopy = from != null && ref.generation() == from.replay().generation();
        int original = from == null || !isCopy || reason == Removal.REPLACED ? 0 : from.setAsideIn(ref.msgId());
        AckRef setAside = new AckRef(ref.endpointId(), original, ref.msgId(), ref.sizeBytes());
        if (original != 0 && !isRemoved(setAside)) {
            removals.add(setAside, reason);
        }
        Added on = added(ref.endpointId());
        on.messages--;
        on.bytes -= ref.sizeBytes();
        addBytes(ref.endpointId(), -ref.sizeBytes());
    }

    /** A message of a branch being prepared takes its room, but no id and no place yet. */
    void reserve(Planned.Accepted accepted) {
        reservedLogBytes += accepted.logged() ? accepted.message().sizeBytes() : 0;
        add(accepted.placements(), 1, accepted.message().sizeBytes());
        entryBytes += (int) placementBytes(accepted.placements().size());
    }

    /** A message of a branch being decided gives back the room that the state still counts as reserved. */
    void unreserve(MessageSlot preparedMessage) {
        reservedLogBytes -= preparedMessage.logged() ? preparedMessage.sizeBytes() : 0;
        add(preparedMessage.placements(), -1, -preparedMessage.sizeBytes());
    }

    /** An acknowledgement is part of a branch being prepared here. */
    void prepared(AckRef ref) {
        prepared.add(ref);
    }

    boolean isPrepared(AckRef ref) {
        return prepared.contains(ref);
    }

    void effect(Effect effect) {
        effects.add(effect);
    }

    boolean hasPublisher(PublisherAccepted sequence) {
        return publishers.contains(sequence);
    }

    /** The highest sequence accepted here of a publisher; -1 if none. */
    long highestSequence(String publisherId) {
        return highestSequences.getOrDefault(publisherId, -1L);
    }

    /** A sequence is accepted. */
    void publisher(PublisherAccepted sequence) {
        publishers.add(sequence);
        highestSequences.merge(sequence.publisherId(), sequence.sequence(), Math::max);
        effect(sequence);
    }

    /** A sequence is in a branch being prepared here: whether it is accepted is not decided yet. */
    void preparedPublisher(PublisherAccepted sequence) {
        preparedPublishers.add(sequence);
    }

    boolean isPrepared(PublisherAccepted sequence) {
        return preparedPublishers.contains(sequence);
    }

    /** A message was sent again: acknowledged and dropped, but for live subscribers. */
    void duplicate(EncodedMessage message) {
        duplicates.add(message);
    }

    List<EncodedMessage> duplicates() {
        return duplicates;
    }

    /** Whether nothing is in it, and nobody waits for it. */
    boolean isBlank() {
        return isEmpty() && included.isEmpty();
    }

    /** Nothing more is taken into it. */
    void seal() {
        sealed = true;
    }

    /** Whether something about the endpoint's replay is decided here already. */
    boolean touchesReplay(long endpointId) {
        return replays.contains(endpointId);
    }

    void replay(long endpointId) {
        replays.add(endpointId);
    }

    /** Copies of the log come to an endpoint. */
    void feed(Fed fed) {
        effect(fed);
        Added on = added(fed.endpointId());
        on.messages += fed.msgIds().length;
        on.bytes += fed.sizeBytes();
        addedBytes += fed.sizeBytes();
        for (int i = 0; i < fed.msgIds().length; i++) {
            reserveHorizon(fed.endpointId(), Lanes.priority(fed.lanes()[i]), fed.msgIds()[i] + DraftHorizons.AHEAD_IDS);
        }
    }

    /** Places on subjects given here. */
    DraftSubjects subjects() {
        return subjects;
    }

    boolean touchesBranch(BranchId branch) {
        return branches.contains(branch);
    }

    void branch(BranchId branch) {
        branches.add(branch);
    }

    EntryHead head() {
        List<Effect> all = new ArrayList<>(effects.size() + 8);
        removals.forEach(all::add);
        all.addAll(effects);
        horizons.forEach(all::add);
        all.addAll(ReplayLogTrim.effects(state.log(), trimmed));
        return new EntryHead(
                nextMsgId - 1,
                timeMillis,
                state.log().loggedCount() + loggedCount,
                state.log().loggedBytes() + loggedBytes,
                List.copyOf(messages),
                all);
    }

    byte[] body() {
        return body.toByteArray();
    }
}
