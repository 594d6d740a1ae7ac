package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.SubjectHeads.Head;
import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a draft gives subjects: the numbers of guaranteed messages, and new snapshots in the place of old ones [spec 3]. The committer's. */
final class DraftSubjects {
    private static final Placement SNAPSHOT =
            new Placement(VpnState.SNAPSHOTS, Lanes.backlog(Message.DEFAULT_PRIORITY, 0), 0);

    private final SubjectHeads heads;
    private final VpnState state;
    private final Map<String, Head> changed = new HashMap<>(4);

    DraftSubjects(SubjectHeads heads, VpnState state) {
        this.heads = heads;
        this.state = state;
    }

    /** Where a message goes: its endpoints, and if it is guaranteed and retained it becomes its subject's snapshot. */
    static List<Placement> placements(Planned.Accepted accepted) {
        Message message = accepted.message().message();
        if (!message.retained()
                || !message.deliveryMode().isGuaranteed()
                || message.topic().isQueueTopic()) {
            return accepted.placements();
        }
        List<Placement> placements = new ArrayList<>(accepted.placements());
        placements.add(SNAPSHOT);
        return placements;
    }

    /** Only its subject's snapshot. */
    static List<Placement> snapshotOnly() {
        return List.of(SNAPSHOT);
    }

    /** Where a subject stands with what the draft adds. */
    Head head(String subject) {
        Head here = changed.get(subject);
        return here != null ? here : heads.of(subject);
    }

    /** Gives a message, which has its id, its place on its subject; the snapshot it replaces goes. */
    MessageSlot place(MessageSlot slot, Draft draft) {
        boolean snapshot = SubjectHeads.isSnapshot(slot);
        if (!SubjectHeads.isOnSubject(slot) || slot.direct() && !snapshot) {
            return slot;
        }
        Head before = head(slot.topic());
        MessageSlot placed = slot.direct() ? slot : slot.onSubject(before.next(slot.msgId()));
        if (snapshot) {
            removeSnapshot(before, Removal.REPLACED, draft);
        }
        changed.put(slot.topic(), before.after(placed));
        return placed;
    }

    /** Takes a subject's snapshot away; whether there was one. */
    boolean removeSnapshot(Head head, Removal reason, Draft draft) {
        long msgId = head.snapshotMsgId();
        AckRef ref = new AckRef(VpnState.SNAPSHOTS, state.snapshots().generationOf(msgId), msgId, head.snapshotBytes());
        boolean isPlacedHere = msgId > state.lastMsgId();
        if (msgId == 0 || draft.isRemoved(ref) || !isPlacedHere && !draft.isOn(ref)) {
            return false;
        }
        draft.remove(ref, reason);
        return true;
    }
}
