package io.reprise.broker.engine.live;

import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.routing.EndpointIds;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.Message;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens to subjects and subscribers at each event. The loop's alone: one event at a time, in order, nothing is read and nobody is
 * waited for.
 */
final class LiveState {
    private final LiveCounters counters;
    private final Supplier<LiveLimits> settings;
    private final InstantSource clock;

    /** Takes streams that are to be signalled. */
    private final Consumer<LiveStream> signals;

    private final Subjects subjects;
    private final Subscriptions subscriptions;
    private final Beginnings beginnings;
    private final WriteBehind unwritten = new WriteBehind();
    private long lastMsgId;
    private long lastOrder;
    private @Nullable String endReason;

    LiveState(LiveCounters counters, Supplier<LiveLimits> settings, InstantSource clock, Consumer<LiveStream> signals) {
        this.counters = counters;
        this.settings = settings;
        this.clock = clock;
        this.signals = signals;
        this.subjects = new Subjects(counters);
        this.subscriptions = new Subscriptions(subjects);
        this.beginnings = new Beginnings(subjects);
    }

    Subjects subjects() {
        return subjects;
    }

    int subscribers() {
        return subscriptions.count();
    }

    // ---- what the log tells ----

    void recovered(MessageSlot slot, boolean isSnapshot, boolean isKept) {
        subjects.recovered(slot, isSnapshot, isKept, settings.get(), clock.millis());
    }

    void recoveredThrough(long msgId) {
        lastMsgId = Math.max(lastMsgId, msgId);
        subjects.recoveredThrough(msgId);
    }

    void hear(Heard heard) {
        if (heard instanceof Heard.Entry entry) {
            committed(entry);
        } else if (heard instanceof Heard.Direct direct) {
            Message message = direct.message();
            if (message != null) {
                direct(message, direct.takenInMillis());
            }
        } else if (heard instanceof Heard.Task task) {
            task.work().run();
        }
    }

    private void committed(Heard.Entry entry) {
        EntryHead head = entry.head();
        try {
            LiveLimits limits = settings.get();
            long now = clock.millis();
            for (MessageSlot slot : head.messages()) {
                committed(slot, entry, limits, now);
            }
            for (Effect effect : head.effects()) {
                if (effect instanceof Effect.Removed removed && takesSnapshotsAway(removed)) {
                    for (long msgId : removed.msgIds()) {
                        subjects.snapshotRemoved(msgId);
                    }
                }
            }
        } catch (RuntimeException e) {
            subjects.distrust(head.lastMsgId());
            endAll("the live side failed: " + e);
            throw e;
        } finally {
            lastMsgId = Math.max(lastMsgId, head.lastMsgId());
        }
    }

    private void committed(MessageSlot slot, Heard.Entry entry, LiveLimits limits, long now) {
        if (Subjects.isNumbered(slot)) {
            published(slot, entry, limits, now);
        } else if (slot.direct() && isSnapshot(slot)) {
            stored(slot, limits);
        }
    }

    private void published(MessageSlot slot, Heard.Entry entry, LiveLimits limits, long now) {
        Subject known = subjects.known(slot.topic());
        EndpointIds receivers = receivers(slot.topic(), known);
        boolean isSnapshot = isSnapshot(slot);
        Content content = receivers.isEmpty() && !isSnapshot ? null : Content.committed(slot, entry.body());
        if (isSnapshot && known != null) {
            unwritten.forget(known);
        }
        Content inMemory = content != null && isSnapshot && content.isInMemory() ? content : null;
        subjects.committed(slot, isSnapshot, inMemory, limits, now);
        lastMsgId = slot.msgId();
        if (content != null && !receivers.isEmpty()) {
            counters.demoted.increment();
            Update update = new Update(++lastOrder, slot.topic(), content, slot.subject(), slot.msgId());
            subscriptions.forEach(receivers, entry.isFarBehind() ? this::endSlow : stream -> offer(stream, update));
        }
    }

    /** What was direct and in memory is on disk now, unless there is a newer one. */
    private void stored(MessageSlot slot, LiveLimits limits) {
        Subject subject = subjects.known(slot.topic());
        Content written = subject == null ? null : unwritten.written(subject);
        if (subject != null && written != null && subject.content == written) {
            subjects.snapshots().stored(subject, written, slot.msgId(), limits);
        }
    }

    private static boolean takesSnapshotsAway(Effect.Removed removed) {
        return removed.endpointId() == VpnState.SNAPSHOTS
                && (removed.reason() == Removal.EXPIRED || removed.reason() == Removal.PURGED);
    }

    static boolean isSnapshot(MessageSlot slot) {
        return slot.isPlacedOn(VpnState.SNAPSHOTS);
    }

    // ---- direct messages ----

    private void direct(Message message, long takenInMillis) {
        String topic = message.topic().text();
        Subject known = subjects.known(topic);
        SubjectPosition head = known != null && known.isHeadSure ? known.head : SubjectPosition.NONE;
        Content content = Content.direct(message, head, takenInMillis);
        EndpointIds receivers = receivers(topic, known);
        if (message.retained()) {
            Subject subject = subjects.retained(topic, content, settings.get());
            unwritten.add(subject, content, message, lastMsgId);
        }
        if (!receivers.isEmpty()) {
            Update update = new Update(++lastOrder, topic, content, head, lastMsgId);
            subscriptions.forEach(receivers, stream -> offer(stream, update));
        }
    }

    /** A message published once more: without a number, and for those only who take what comes [spec 3]. */
    void retransmitted(Message message, long takenInMillis) {
        String topic = message.topic().text();
        Content content = Content.direct(message, SubjectPosition.NONE, takenInMillis);
        Update update = new Update(++lastOrder, topic, content, SubjectPosition.NONE, lastMsgId);
        subscriptions.forEach(receivers(topic, subjects.known(topic)), stream -> {
            if (stream.start() instanceof LiveStart.Nothing) {
                offer(stream, update);
            }
        });
    }

    List<DirectSnapshot> takeUnwritten() {
        return unwritten.take();
    }

    /** Whether one that was taken to be written is still its subject's snapshot. */
    boolean isBeingWritten(DirectSnapshot taken) {
        Subject subject = subjects.known(taken.message().topic().text());
        Content written = subject == null ? null : unwritten.written(subject);
        return subject != null && written != null && subject.content == written;
    }

    void settled(boolean isWritten) {
        unwritten.settled(isWritten);
    }

    // ---- subscribers ----

    void join(LiveStream stream) {
        if (!stream.isAlive()) {
            return;
        }
        if (endReason != null) {
            end(stream, endReason);
            return;
        }
        try {
            begin(stream);
        } catch (RuntimeException e) {
            end(stream, "the live side failed: " + e);
            throw e;
        }
    }

    private void begin(LiveStream stream) {
        LiveLimits limits = settings.get();
        long now = clock.millis();
        subjects.age(limits, now);
        subscriptions.add(stream);
        if (stream.begin(beginnings.choose(stream.filters(), stream.start(), lastMsgId, limits, now))) {
            signals.accept(stream);
        }
    }

    void leave(LiveStream stream) {
        subscriptions.remove(stream);
    }

    /** Nobody is served any more. */
    void end(String reason) {
        endReason = reason;
        endAll(reason);
    }

    private void endAll(String reason) {
        subscriptions.all().forEach(stream -> end(stream, reason));
    }

    private void end(LiveStream stream, String reason) {
        subscriptions.remove(stream);
        if (stream.end(reason)) {
            signals.accept(stream);
        }
    }

    private void endSlow(LiveStream stream) {
        counters.slowEnded.increment();
        end(stream, "did not keep up: too many guaranteed messages wait for all live subscribers");
    }

    private EndpointIds receivers(String topic, @Nullable Subject known) {
        return subscriptions.count() == 0 ? EndpointIds.none() : subscriptions.match(topic, known);
    }

    private void offer(LiveStream stream, Update update) {
        switch (stream.offer(update)) {
            case QUIETLY -> {}
            case SIGNAL -> signals.accept(stream);
            case ENDED -> {
                counters.slowEnded.increment();
                subscriptions.remove(stream);
                signals.accept(stream);
            }
        }
    }

    // ---- snapshots ----

    /** The snapshots whose subjects come after {@code afterSubject}, in their order; what has expired is still there until it is swept. */
    List<SnapshotView> snapshots(String afterSubject, int limit) {
        return subjects.snapshots().after(afterSubject, limit).stream()
                .map(LiveState::view)
                .toList();
    }

    Optional<SnapshotView> snapshotView(String topic) {
        return Optional.ofNullable(subjects.known(topic))
                .filter(Subject::hasSnapshot)
                .map(LiveState::view);
    }

    private static SnapshotView view(Subject subject) {
        return new SnapshotView(subject.topic, subject.snapshotMsgId, subject.snapshotMillis, subject.content != null);
    }

    /** A subject's snapshot; null if there is none. */
    Beginning.@Nullable Snapshot snapshot(String topic) {
        Subject subject = subjects.known(topic);
        boolean isThere = subject != null
                && subject.hasSnapshot()
                && !settings.get().isSnapshotExpired(subject.snapshotMillis, clock.millis());
        return subject != null && isThere ? Beginning.Snapshot.of(subject) : null;
    }

    /**
     * Takes away a snapshot as far as it is not on disk. What is there, or is being written, is to be deleted there, and is gone when the
     * log tells so.
     *
     * @return whether there is a snapshot, on disk or not
     */
    boolean removeUnwritten(String topic) {
        boolean isThere = snapshot(topic) != null;
        Subject subject = subjects.known(topic);
        if (subject != null && subject.content != null && subject.snapshotMsgId == 0) {
            unwritten.forget(subject);
            subjects.removeSnapshot(subject);
        }
        return isThere;
    }

    void age() {
        subjects.age(settings.get(), clock.millis());
    }
}
