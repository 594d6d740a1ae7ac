package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the numbering of each subject stands, and which message is its snapshot on disk [spec 3, LOG.md L28]. No part of the fold: what it
 * has forgotten, or could not recover, begins anew with an epoch of its own, which is the id of its first message. The committer's, and
 * before it the recovery's.
 */
public final class SubjectHeads {
    /** So many without a snapshot are remembered: whoever puts ids into topics makes any number of subjects. */
    private static final int MAX_WITHOUT_SNAPSHOT = 200_000;

    private final Map<String, Head> withSnapshot = new HashMap<>();
    /** The longest ago published to first. */
    private final LinkedHashMap<String, Head> withoutSnapshot = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * A subject.
     *
     * @param position its newest guaranteed message; {@code NONE} if none is known
     * @param positionMillis when that was taken in, milliseconds of the epoch
     * @param snapshotMsgId its newest retained message, 0 if none; it may be gone from {@link VpnState#snapshots}
     * @param snapshotBytes the size of that
     * @param retainedMsgId the newest guaranteed one that was retained, 0 if none is known: what is direct and older doesn't replace it
     */
    record Head(
            SubjectPosition position, long positionMillis, long snapshotMsgId, int snapshotBytes, long retainedMsgId) {
        static final Head UNKNOWN = new Head(SubjectPosition.NONE, 0, 0, 0, 0);

        /** The position of the next guaranteed message, which has this id. */
        SubjectPosition next(long msgId) {
            return position.epoch() == 0
                    ? new SubjectPosition(msgId, 1)
                    : new SubjectPosition(position.epoch(), position.seq() + 1);
        }

        /** After this message, which has its id and position. */
        Head after(MessageSlot slot) {
            boolean snapshot = isSnapshot(slot);
            return new Head(
                    slot.direct() ? position : slot.subject(),
                    slot.direct() ? positionMillis : slot.spooledTimeMillis(),
                    snapshot ? slot.msgId() : snapshotMsgId,
                    snapshot ? slot.sizeBytes() : snapshotBytes,
                    snapshot && !slot.direct() ? slot.msgId() : retainedMsgId);
        }
    }

    /** Whether what is published there is on a subject: what is sent to a queue is not. */
    public static boolean isSubject(String topic) {
        return !topic.startsWith(TopicName.QUEUE_PREFIX);
    }

    /** Whether a message is on a subject in its own right: neither sent to a queue, nor moved or copied. */
    public static boolean isOnSubject(MessageSlot slot) {
        return slot.alias() == null && isSubject(slot.topic());
    }

    /** Whether a message is placed as its subject's snapshot. */
    public static boolean isSnapshot(MessageSlot slot) {
        return slot.isPlacedOn(VpnState.SNAPSHOTS);
    }

    Head of(String subject) {
        Head retained = withSnapshot.get(subject);
        return retained != null ? retained : withoutSnapshot.getOrDefault(subject, Head.UNKNOWN);
    }

    private void put(String subject, Head head) {
        if (head.snapshotMsgId() != 0) {
            withoutSnapshot.remove(subject);
            withSnapshot.put(subject, head);
            return;
        }
        withoutSnapshot.put(subject, head);
        if (withoutSnapshot.size() > MAX_WITHOUT_SNAPSHOT) {
            withoutSnapshot.keySet().remove(withoutSnapshot.keySet().iterator().next());
        }
    }

    /** An entry is on disk. */
    void committed(EntryHead head) {
        for (MessageSlot slot : head.messages()) {
            if (isOnSubject(slot) && (!slot.direct() || isSnapshot(slot))) {
                put(slot.topic(), of(slot.topic()).after(slot));
            }
        }
    }

    /**
     * A message that was there before, in the order of ids.
     *
     * @param isNewest whether all later ones of its subject are told too: else its position is not the last one, perhaps
     */
    void recovered(MessageSlot slot, boolean isSnapshot, boolean isNewest) {
        Head known = of(slot.topic());
        Head next = known.after(slot);
        put(
                slot.topic(),
                new Head(
                        isNewest ? next.position() : known.position(),
                        isNewest ? next.positionMillis() : known.positionMillis(),
                        isSnapshot ? next.snapshotMsgId() : known.snapshotMsgId(),
                        isSnapshot ? next.snapshotBytes() : known.snapshotBytes(),
                        isSnapshot ? next.retainedMsgId() : known.retainedMsgId()));
    }

    /** Forgets subjects that have no snapshot and were not published to since then, milliseconds of the epoch. */
    void forgetOlderThan(long millis, VpnState state) {
        withoutSnapshot.values().removeIf(head -> head.positionMillis() < millis);
        withSnapshot
                .values()
                .removeIf(head ->
                        head.positionMillis() < millis && !state.snapshots().contains(head.snapshotMsgId()));
    }
}
