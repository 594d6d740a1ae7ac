package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.List;

/**
 * Turns operations into what the entry says [LOG.md L3, L12]: each is refused at once and leaves no trace, or is included in
 * the draft and told its outcome when that is on disk. The committer's.
 */
final class Decider {
    private final Acceptance acceptance;
    private final BranchDecider branches;
    private final DeliveryDecider deliveries;
    private final ReplayDecider replays;
    private final LogCopies copies;
    private final LiveDecider live;

    Decider(
            Acceptance acceptance,
            BranchDecider branches,
            DeliveryDecider deliveries,
            ReplayDecider replays,
            LogCopies copies,
            LiveDecider live) {
        this.acceptance = acceptance;
        this.branches = branches;
        this.deliveries = deliveries;
        this.replays = replays;
        this.copies = copies;
        this.live = live;
    }

    /**
     * Decides one operation.
     *
     * @return false if it can't be decided before this draft is on disk, and nothing was done
     */
    boolean decide(Operation operation, Draft draft) {
        if (operation instanceof UnitOperation unit) {
            return decideUnit(unit, draft);
        } else if (operation instanceof DecidedOperation decided) {
            decided.decide(draft);
        } else if (operation instanceof ReleaseOperation release) {
            deliveries.release(release, draft);
        } else if (operation instanceof DeathOperation death) {
            deliveries.die(death, draft);
        } else if (operation instanceof RetryOperation retry) {
            deliveries.retry(retry, draft);
        } else if (operation instanceof RemoveOperation remove) {
            deliveries.remove(remove, draft);
        } else if (operation instanceof WaitNoLongerOperation release) {
            deliveries.waitNoLonger(release, draft);
        } else if (operation instanceof StartReplayOperation start) {
            return replays.start(start, draft);
        } else if (operation instanceof FeedOperation feed) {
            return replays.feed(feed, draft);
        } else if (operation instanceof EndReplayOperation end) {
            return replays.end(end, draft);
        } else if (operation instanceof CopyOperation copy) {
            copies.copy(copy, draft);
        } else if (operation instanceof PromoteOperation promote) {
            return live.promote(promote, draft);
        } else if (operation instanceof SnapshotOperation store) {
            live.store(store, draft);
        } else if (operation instanceof FollowOperation follow) {
            live.follow(follow, draft);
        } else if (operation instanceof PrepareOperation prepare) {
            return branches.prepare(prepare, draft);
        } else if (operation instanceof DecideOperation decide) {
            return branches.decide(decide, draft);
        } else {
            throw new IllegalArgumentException(operation.getClass().getName());
        }
        return true;
    }

    private boolean decideUnit(UnitOperation unit, Draft draft) {
        List<AckRef> acks = acceptance.acknowledgeable(unit.acknowledgements(), draft);
        Acceptance.Plan plan = acceptance.plan(unit, unit.right(), unit.messages(), acks, draft);
        List<Planned> planned = plan.accepted();
        if (planned == null) {
            return plan.isDecided();
        }
        long firstMsgId = 0;
        int stored = 0;
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                MessageSlot slot = acceptance.place(acceptance.template(accepted, draft), draft);
                firstMsgId = firstMsgId == 0 ? slot.msgId() : firstMsgId;
                stored++;
                if (accepted.publisher() != null) {
                    draft.publisher(accepted.publisher());
                }
            } else if (next instanceof Planned.Duplicate duplicate) {
                draft.duplicate(duplicate.message());
            }
        }
        acks.forEach(ack -> acknowledge(ack, draft));
        draft.include(unit, stored == 0 ? Outcomes.DONE : new Stored(firstMsgId, stored));
        unit.admitted(stored);
        return true;
    }

    private static void acknowledge(AckRef ack, Draft draft) {
        // One that a last-value queue has replaced in this same entry is gone already.
        if (!draft.isRemoved(ack)) {
            draft.remove(ack, Removal.ACKNOWLEDGED);
        }
    }
}
