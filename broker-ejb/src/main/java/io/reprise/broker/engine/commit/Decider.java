package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EngineDelivery;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.BranchState;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns operations into what the entry says [LOG.md L3, L12]: each is refused at once and leaves no trace, or is included in
 * the draft and told its outcome when that is on disk. The committer's.
 */
final class Decider {
    private final VpnState state;
    private final EndpointDirectory directory;
    private final PublishPlanner planner;
    private final CommitCounters counters;
    private final long maxOperationBytes;

    /**
     * @param maxOperationBytes what one operation may add to an entry; a larger one is refused before it is tried [LOG.md L3]
     */
    Decider(
            VpnState state,
            EndpointDirectory directory,
            PublishPlanner planner,
            CommitCounters counters,
            long maxOperationBytes) {
        this.state = state;
        this.directory = directory;
        this.planner = planner;
        this.counters = counters;
        this.maxOperationBytes = maxOperationBytes;
    }

    /**
     * Decides one operation.
     *
     * @return false if it can't be decided before this draft is on disk, and nothing was done
     */
    boolean decide(Operation operation, Draft draft) {
        if (operation instanceof UnitOperation unit) {
            decideUnit(unit, draft);
        } else if (operation instanceof ReleaseOperation release) {
            decideRelease(release, draft);
        } else if (operation instanceof RemoveOperation remove) {
            decideRemove(remove, draft);
        } else if (operation instanceof PrepareOperation prepare) {
            return decidePrepare(prepare, draft);
        } else if (operation instanceof DecideOperation decide) {
            return decideBranch(decide, draft);
        } else {
            throw new IllegalArgumentException(operation.getClass().getName());
        }
        return true;
    }

    private void decideUnit(UnitOperation unit, Draft draft) {
        List<AckRef> acks = acknowledgeable(unit.acknowledgements(), draft);
        List<Planned> planned = planner.plan(unit.messages(), acks, draft);
        if (isRefused(planned, unit)) {
            return;
        }
        long firstMsgId = 0;
        int stored = 0;
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                MessageSlot slot = place(template(accepted, draft), draft);
                firstMsgId = firstMsgId == 0 ? slot.msgId() : firstMsgId;
                stored++;
                if (accepted.publisher() != null) {
                    draft.publisher(accepted.publisher());
                }
            } else {
                draft.duplicate();
            }
        }
        acks.forEach(ack -> acknowledge(ack, draft));
        draft.include(unit, stored == 0 ? Outcomes.DONE : new Stored(firstMsgId, stored));
        unit.admitted(stored);
    }

    private static void acknowledge(AckRef ack, Draft draft) {
        // One that a last-value queue has replaced in this same entry is gone already.
        if (!draft.isRemoved(ack.endpointId(), ack.msgId())) {
            draft.remove(ack, Removal.ACKNOWLEDGED);
        }
    }

    private boolean isRefused(List<Planned> planned, Operation operation) {
        Rejected refusal = null;
        if (planned.size() == 1 && planned.get(0) instanceof Planned.Refused refused) {
            refusal = refused.outcome();
        } else if (bytes(planned, operation) > maxOperationBytes) {
            refusal = new Rejected(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "not stored: " + bytes(planned, operation)
                            + " B in the log's entry, with a place on each endpoint it" + " goes to; allowed: "
                            + maxOperationBytes + " B, half of the database's max_allowed_packet");
        }
        if (refusal == null) {
            return false;
        }
        counters.rejected(refusal.code());
        operation.settle(refusal);
        return true;
    }

    private static long bytes(List<Planned> planned, Operation operation) {
        long placements = 0;
        for (Planned next : planned) {
            placements += next instanceof Planned.Accepted accepted
                    ? accepted.placements().size()
                    : 0;
        }
        return operation.entryBytes() + Draft.placementBytes(placements);
    }

    private MessageSlot template(Planned.Accepted accepted, Draft draft) {
        EncodedMessage encoded = accepted.message();
        Message message = encoded.message();
        return new MessageSlot(
                0,
                message.topic().text(),
                encoded.sizeBytes(),
                message.priority(),
                message.deliveryMode() == DeliveryMode.PERSISTENT,
                false,
                draft.timeMillis(),
                accepted.senderExpirationMillis(),
                0,
                accepted.placements(),
                body(encoded, accepted.placements(), draft),
                message.dmqEligible(),
                null);
    }

    private static BodyLocation body(EncodedMessage encoded, List<Placement> placements, Draft draft) {
        if (placements.isEmpty()) {
            return BodyLocation.NOWHERE;
        }
        UploadRef upload = encoded.upload();
        return upload == null
                ? draft.append(encoded.content(), encoded.crc32c())
                : new BodyLocation(upload, encoded.uploadOffset(), encoded.content().length, encoded.crc32c());
    }

    /** Places a message in the draft; on a last-value queue it takes the place of what is there. */
    private MessageSlot place(MessageSlot template, Draft draft) {
        MessageSlot slot = draft.place(template);
        for (Placement placement : slot.placements()) {
            EndpointConfig endpoint = directory.byId(placement.endpointId());
            if (endpoint != null && endpoint.settings().isLastValueQueue()) {
                replaceLastValue(endpoint.id(), slot, draft);
            }
        }
        return slot;
    }

    private void replaceLastValue(long endpointId, MessageSlot newest, Draft draft) {
        EndpointState on = state.endpoint(endpointId);
        if (on == null) {
            return;
        }
        Draft.Added added = draft.added(endpointId);
        long before = added.lastValue.msgId();
        int beforeBytes = added.lastValueBytes;
        if (before == 0) {
            before = on.firstMsgId();
            beforeBytes = (int) on.sizeBytes();
        }
        if (before != 0 && !draft.isRemoved(endpointId, before)) {
            draft.remove(new AckRef(endpointId, on.generation(), before, beforeBytes), Removal.REPLACED);
        }
        added.lastValue = new Draft.MessageOnEndpoint(endpointId, newest.msgId());
        added.lastValueBytes = newest.sizeBytes();
    }

    /** Those acknowledgements that have an effect; a void one succeeds without [spec 2.4]. */
    private List<AckRef> acknowledgeable(List<EngineDelivery> deliveries, Draft draft) {
        if (deliveries.isEmpty()) {
            return List.of();
        }
        List<AckRef> acks = new ArrayList<>(deliveries.size());
        for (EngineDelivery delivery : deliveries) {
            if (delivery.settlement() != EngineDelivery.Settlement.SETTLED && isThere(delivery.ref(), draft)) {
                acks.add(delivery.ref());
            }
        }
        return acks;
    }

    private boolean isThere(AckRef ref, Draft draft) {
        EndpointState on = state.endpoint(ref.endpointId());
        return on != null
                && on.generation() == ref.generation()
                && on.contains(ref.msgId())
                && !state.isInDoubt(ref)
                && !draft.isRemoved(ref.endpointId(), ref.msgId())
                && !draft.isPrepared(ref);
    }

    private void decideRelease(ReleaseOperation release, Draft draft) {
        EngineDelivery delivery = release.delivery();
        AckRef ref = delivery.ref();
        if (isThere(ref, draft)) {
            draft.effect(new Counted(ref.endpointId(), ref.generation(), ref.msgId(), delivery.deliveryCount()));
        }
        draft.include(release, Outcomes.DONE);
    }

    private void decideRemove(RemoveOperation remove, Draft draft) {
        for (AckRef ref : remove.refs()) {
            if (isThere(ref, draft)) {
                draft.remove(ref, remove.reason());
            }
        }
        draft.include(remove, Outcomes.DONE);
    }

    private boolean decidePrepare(PrepareOperation prepare, Draft draft) {
        if (draft.touchesBranch(prepare.branch())) {
            return false;
        }
        if (state.branch(prepare.branch()) != null) {
            prepare.settle(
                    new Rejected(ErrorCode.XA_DUPLICATE_BRANCH, "branch " + prepare.branch() + " is prepared already"));
            return true;
        }
        List<AckRef> acks = acknowledgeable(prepare.acknowledgements(), draft);
        List<Planned> planned = planner.plan(prepare.messages(), acks, draft);
        if (isRefused(planned, prepare)) {
            return true;
        }
        List<MessageSlot> slots = new ArrayList<>();
        List<PublisherAccepted> publishers = new ArrayList<>();
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                slots.add(template(accepted, draft));
                draft.reserve(accepted);
                if (accepted.publisher() != null) {
                    draft.preparedPublisher(accepted.publisher());
                    publishers.add(accepted.publisher());
                }
            } else {
                draft.duplicate();
            }
        }
        acks.forEach(draft::prepared);
        draft.branch(prepare.branch());
        draft.effect(new BranchPrepared(prepare.branch(), new PreparedWork(acks, slots, publishers)));
        draft.include(prepare, Outcomes.DONE);
        return true;
    }

    private boolean decideBranch(DecideOperation decide, Draft draft) {
        if (draft.touchesBranch(decide.branch())) {
            return false;
        }
        BranchState branch = state.branch(decide.branch());
        if (branch == null) {
            decide.settle(Outcomes.unknownBranch(decide.branch()));
            return true;
        }
        draft.branch(decide.branch());
        draft.effect(new BranchDecided(decide.branch(), decide.isCommit()));
        branch.work().messages().forEach(draft::unreserve);
        CommitOutcome outcome = decide.isCommit() ? commitBranch(branch, decide, draft) : rollBackBranch(branch, draft);
        draft.include(decide, outcome);
        return true;
    }

    private CommitOutcome commitBranch(BranchState branch, DecideOperation decide, Draft draft) {
        long firstMsgId = 0;
        List<MessageSlot> messages = branch.work().messages();
        for (int i = 0; i < messages.size(); i++) {
            MessageSlot slot =
                    place(committedTemplate(messages.get(i), decide.bodies().get(i), draft), draft);
            firstMsgId = firstMsgId == 0 ? slot.msgId() : firstMsgId;
        }
        branch.work().publishers().forEach(draft::publisher);
        for (AckRef ack : branch.work().acknowledgements()) {
            if (isStillOn(ack, draft)) {
                draft.remove(ack, Removal.ACKNOWLEDGED);
            }
        }
        return new Stored(firstMsgId, messages.size());
    }

    /** A prepared message with the places that still exist; limits were admitted at prepare [LOG.md L26]. */
    private MessageSlot committedTemplate(MessageSlot prepared, BranchBody body, Draft draft) {
        List<Placement> placements = new ArrayList<>(prepared.placements());
        placements.removeIf(placement -> state.endpoint(placement.endpointId()) == null);
        BodyLocation location = BodyLocation.NOWHERE;
        if (!placements.isEmpty()) {
            location = body.uploaded().upload() != null
                    ? body.uploaded()
                    : draft.append(body.content(), prepared.body().crc32c());
        }
        return new MessageSlot(
                0,
                prepared.topic(),
                prepared.sizeBytes(),
                prepared.priority(),
                prepared.persistent(),
                prepared.logged(),
                draft.timeMillis(),
                prepared.senderExpirationMillis(),
                prepared.subjectSeq(),
                placements,
                location,
                prepared.dmqEligible(),
                null);
    }

    private CommitOutcome rollBackBranch(BranchState branch, Draft draft) {
        for (AckRef ack : branch.work().acknowledgements()) {
            EndpointState on = state.endpoint(ack.endpointId());
            if (on != null && isStillOn(ack, draft)) {
                draft.effect(
                        new Counted(ack.endpointId(), ack.generation(), ack.msgId(), on.attempts(ack.msgId()) + 1));
            }
        }
        return Outcomes.DONE;
    }

    private boolean isStillOn(AckRef ack, Draft draft) {
        EndpointState on = state.endpoint(ack.endpointId());
        return on != null
                && on.generation() == ack.generation()
                && on.contains(ack.msgId())
                && !draft.isRemoved(ack.endpointId(), ack.msgId());
    }
}
