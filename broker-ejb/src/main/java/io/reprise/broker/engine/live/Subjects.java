package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.live.SubjectPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of a VPN: where their numbering stands, their snapshots, their history [spec 3.1, 3.2]. What nobody would miss is
 * forgotten. The loop's alone.
 */
final class Subjects {
    private final Map<String, Subject> byTopic = new HashMap<>();
    private final SnapshotMemory snapshots = new SnapshotMemory();
    private final History history;

    /** No message up to this id can be had of subjects that are forgotten. */
    private long forgottenThroughMsgId;

    private long firstKeptMsgId = Long.MAX_VALUE;

    Subjects(LiveCounters counters) {
        history = new History(counters, this::forgetUnlessMissed);
    }

    @Nullable
    Subject known(String topic) {
        return byTopic.get(topic);
    }

    Subject orNew(String topic) {
        return byTopic.computeIfAbsent(topic, Subject::new);
    }

    Collection<Subject> all() {
        return byTopic.values();
    }

    SnapshotMemory snapshots() {
        return snapshots;
    }

    History history() {
        return history;
    }

    /** No message up to this id can be had of subjects that are not {@link #known}. */
    long forgottenThroughMsgId() {
        return forgottenThroughMsgId;
    }

    /** A message that was there before [see {@link LiveFeed#recovered}]. */
    void recovered(MessageSlot slot, boolean isSnapshot, boolean isKept, LiveLimits limits, long nowMillis) {
        Subject subject = orNew(slot.topic());
        if (isSnapshot) {
            snapshots.put(subject, slot.msgId(), slot.spooledTimeMillis(), null, limits);
        }
        if (isKept && isNumbered(slot)) {
            firstKeptMsgId = Math.min(firstKeptMsgId, slot.msgId());
            numbered(subject, slot, limits, nowMillis);
        } else if (!subject.isHeadSure) {
            subject.head = slot.subject();
        }
        forgetUnlessMissed(subject);
    }

    /** All that was there before has been told. */
    void recoveredThrough(long lastMsgId) {
        forget(firstKeptMsgId == Long.MAX_VALUE ? lastMsgId : firstKeptMsgId - 1);
    }

    /**
     * The next guaranteed message.
     *
     * @param isSnapshot whether it is its subject's snapshot
     * @param content of the snapshot, if it is in memory
     * @return its subject; null if it is not known
     */
    @Nullable
    Subject committed(
            MessageSlot slot, boolean isSnapshot, @Nullable Content content, LiveLimits limits, long nowMillis) {
        Subject subject = byTopic.get(slot.topic());
        if (subject == null) {
            if (!isSnapshot && limits.keepNone()) {
                forget(slot.msgId());
                return null;
            }
            subject = orNew(slot.topic());
        }
        if (isSnapshot) {
            snapshots.put(subject, slot.msgId(), slot.spooledTimeMillis(), content, limits);
        }
        numbered(subject, slot, limits, nowMillis);
        forgetUnlessMissed(subject);
        return subject;
    }

    private void numbered(Subject subject, MessageSlot slot, LiveLimits limits, long nowMillis) {
        SubjectPosition before = subject.head;
        SubjectPosition next = slot.subject();
        if (next.epoch() != before.epoch() || next.seq() != before.seq() + 1 || !subject.isHeadSure) {
            history.clear(subject);
        }
        if (next.epoch() == before.epoch() && next.seq() != before.seq() + 1) {
            subject.goneThroughMsgId = slot.msgId() - 1;
        }
        subject.head = next;
        subject.isHeadSure = true;
        history.add(subject, slot, limits, nowMillis);
    }

    /** A direct retained message is its subject's snapshot. */
    Subject retained(String topic, Content content, LiveLimits limits) {
        Subject subject = orNew(topic);
        snapshots.put(subject, 0, content.takenInMillis(), content, limits);
        return subject;
    }

    /** A snapshot is gone from the disk. */
    void snapshotRemoved(long msgId) {
        Subject subject = snapshots.subjectOf(msgId);
        if (subject != null) {
            removeSnapshot(subject);
        }
    }

    void removeSnapshot(Subject subject) {
        snapshots.remove(subject);
        forgetUnlessMissed(subject);
    }

    /** What has become too old, or is past limits that were lowered, goes. */
    void age(LiveLimits limits, long nowMillis) {
        history.age(limits, nowMillis);
        snapshots.expire(limits, nowMillis, this::forgetUnlessMissed);
        snapshots.bound(limits);
    }

    void forgetUnlessMissed(Subject subject) {
        if (subject.isForgettable()) {
            byTopic.remove(subject.topic, subject);
            forget(subject.goneThroughMsgId);
        }
    }

    private void forget(long throughMsgId) {
        forgottenThroughMsgId = Math.max(forgottenThroughMsgId, throughMsgId);
    }

    /** Something was missed, nobody knows what: no history from before is whole, and no numbering stands where it seems to. */
    void distrust(long throughMsgId) {
        forget(throughMsgId);
        for (Subject subject : new ArrayList<>(byTopic.values())) {
            subject.isHeadSure = false;
            history.clear(subject);
            subject.goneThroughMsgId = Math.max(subject.goneThroughMsgId, throughMsgId);
            forgetUnlessMissed(subject);
        }
    }

    /** Whether a message takes a number of its subject: it was published guaranteed, on a topic, and not moved. */
    static boolean isNumbered(MessageSlot slot) {
        return !slot.direct() && slot.alias() == null && slot.subject().seq() > 0;
    }
}
