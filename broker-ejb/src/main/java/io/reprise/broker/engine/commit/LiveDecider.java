package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.SnapshotOperation.Item;
import io.reprise.broker.engine.commit.SubjectHeads.Head;
import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import java.util.List;

/** What the live side puts to the log: promoted messages, and snapshots that were published direct [spec 1.5, 3.1]. The committer's. */
final class LiveDecider {
    private final Acceptance acceptance;

    LiveDecider(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    /** False if it can't be decided before this draft is on disk. */
    boolean promote(PromoteOperation promote, Draft draft) {
        Acceptance.Plan plan = acceptance.planPromotion(promote, draft);
        List<Planned> planned = plan.accepted();
        if (planned == null) {
            return plan.isDecided();
        }
        for (Planned next : planned) {
            if (next instanceof Planned.Accepted accepted) {
                acceptance.place(acceptance.template(accepted, draft), draft);
            }
        }
        draft.promoted(promote.entryBytes());
        draft.include(promote, new Stored(0, planned.size()));
        return true;
    }

    /** Those that no newer guaranteed one has replaced. */
    void store(SnapshotOperation store, Draft draft) {
        int stored = 0;
        for (Item item : store.items()) {
            DirectSnapshot snapshot = item.snapshot();
            Head head = draft.subjects().head(snapshot.message().topic().text());
            if (head.retainedMsgId() <= snapshot.afterMsgId()) {
                draft.place(template(item, draft));
                stored++;
            } else {
                store.leaveOut(item);
            }
        }
        draft.include(store, new Stored(0, stored));
    }

    /** A direct message is told live after what is before it in the intake; behind a publish that waits for room in the log it waits too. */
    void follow(FollowOperation follow, Draft draft) {
        if (!acceptance.waitsBehindParked(follow)) {
            follow.inItsTurn();
            draft.include(follow, Outcomes.DONE);
        }
    }

    private static MessageSlot template(Item item, Draft draft) {
        DirectSnapshot snapshot = item.snapshot();
        EncodedMessage encoded = item.encoded();
        Message message = snapshot.message();
        return new MessageSlot(
                0,
                message.topic().text(),
                encoded.sizeBytes(),
                message.priority(),
                false,
                false,
                snapshot.takenInMillis(),
                0,
                snapshot.position(),
                DraftSubjects.snapshotOnly(),
                Acceptance.body(encoded, draft),
                message.dmqEligible(),
                0,
                true,
                null);
    }
}
