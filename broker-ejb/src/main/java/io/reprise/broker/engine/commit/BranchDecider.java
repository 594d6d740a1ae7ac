package io.reprise.broker.engine.commit;

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
import io.reprise.broker.engine.state.BranchState;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.ArrayList;
import java.util.List;

/** Prepares branches and decides them [LOG.md L26]. The committer's. */
final class BranchDecider {
    private final VpnState state;
    private final Acceptance acceptance;
    private final LogRoom log;

    BranchDecider(VpnState state, Acceptance acceptance, LogRoom log) {
        this.state = state;
        this.acceptance = acceptance;
        this.log = log;
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean prepare(PrepareOperation prepare, Draft draft) {
        if (draft.touchesBranch(prepare.branch())) {
            return false;
        }
        if (state.branch(prepare.branch()) != null) {
            prepare.settle(
                    new Rejected(ErrorCode.XA_DUPLICATE_BRANCH, "branch " + prepare.branch() + " is prepared already"));
            return true;
        }
        List<AckRef> acks = acceptance.acknowledgeable(prepare.acknowledgements(), draft);
        Acceptance.Plan plan = acceptance.plan(prepare, prepare.right(), prepare.messages(), acks, draft);
        List<Planned> planned = plan.accepted();
        if (planned == null) {
            return plan.isDecided();
        }
        List<MessageSlot> slots = new ArrayList<>();
        List<PublisherAccepted> publishers = new ArrayList<>();
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                slots.add(acceptance.template(accepted, draft));
                draft.reserve(accepted);
                if (accepted.publisher() != null) {
                    draft.preparedPublisher(accepted.publisher());
                    publishers.add(accepted.publisher());
                }
            } else if (next instanceof Planned.Duplicate duplicate) {
                draft.duplicate(duplicate.message());
            }
        }
        acks.forEach(draft::prepared);
        draft.branch(prepare.branch());
        draft.effect(new BranchPrepared(prepare.branch(), new PreparedWork(acks, slots, publishers)));
        draft.include(prepare, Outcomes.DONE);
        return true;
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean decide(DecideOperation decide, Draft draft) {
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
            MessageSlot slot = acceptance.place(
                    committedTemplate(messages.get(i), decide.bodies().get(i), draft), draft);
            firstMsgId = firstMsgId == 0 ? slot.msgId() : firstMsgId;
        }
        branch.work().publishers().forEach(draft::publisher);
        for (AckRef ack : branch.work().acknowledgements()) {
            if (draft.isOn(ack) || draft.isSetAside(ack)) {
                draft.remove(ack, Removal.ACKNOWLEDGED);
            }
        }
        return new Stored(firstMsgId, messages.size());
    }

    /**
     * A prepared message with the places that still exist; limits were admitted at prepare [LOG.md L26]. The replay log takes what it
     * promised, unless it was deleted since, or made so small that it can't.
     */
    private MessageSlot committedTemplate(MessageSlot prepared, BranchBody body, Draft draft) {
        List<Placement> placements = new ArrayList<>(prepared.placements());
        placements.removeIf(placement -> state.endpoint(placement.endpointId()) == null);
        boolean logged = prepared.logged() && log.fitsReserved(prepared.sizeBytes(), draft);
        BodyLocation location = BodyLocation.NOWHERE;
        if (logged || !placements.isEmpty() || SubjectHeads.isSubject(prepared.topic())) {
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
                logged,
                draft.timeMillis(),
                prepared.senderExpirationMillis(),
                prepared.subject(),
                placements,
                location,
                prepared.dmqEligible(),
                prepared.deliveryTimeMillis(),
                prepared.direct(),
                null);
    }

    private CommitOutcome rollBackBranch(BranchState branch, Draft draft) {
        for (AckRef ack : branch.work().acknowledgements()) {
            EndpointState on = state.endpoint(ack.endpointId());
            if (on != null && (draft.isOn(ack) || draft.isSetAside(ack))) {
                int attempts = Math.max(
                        on.attempts(ack.generation(), ack.msgId()) + 1, on.presented(ack.generation(), ack.msgId()));
                draft.effect(new Counted(ack.endpointId(), ack.generation(), ack.msgId(), attempts));
            }
        }
        return Outcomes.DONE;
    }
}
