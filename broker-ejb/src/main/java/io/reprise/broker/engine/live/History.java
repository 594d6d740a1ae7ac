package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The guaranteed messages that are kept for history and recovery, of all subjects, by id [spec 3.2]: within their time, and within the
 * bounds of a subject and of all. The loop's alone, but for {@link #keptFromMsgId}.
 */
final class History {
    /** What a message counts for beside its size. */
    static final int OVERHEAD_BYTES = 64;

    private static final int LEAST_CAPACITY = 64;

    private final LiveCounters counters;

    /** Tells that a subject has none left. */
    private final Consumer<Subject> emptied;

    /** All messages in the order of ids, and some that are no longer in their subject's ring. */
    private long[] ids = new long[LEAST_CAPACITY];

    private @Nullable Subject[] subjects = new @Nullable Subject[LEAST_CAPACITY];
    private int first;
    private int size;
    private int count;
    private long bytes;
    private volatile long keptFromMsgId = Long.MAX_VALUE;

    History(LiveCounters counters, Consumer<Subject> emptied) {
        this.counters = counters;
        this.emptied = emptied;
    }

    /** How many are kept. */
    int count() {
        return count;
    }

    /** Their sizes, with {@link #OVERHEAD_BYTES} for each. */
    long bytes() {
        return bytes;
    }

    /** The oldest; {@link Long#MAX_VALUE} if there is none. Any thread. */
    long keptFromMsgId() {
        return keptFromMsgId;
    }

    /** Keeps the next message of a subject, if it may be kept; what is there of it already comes right before. */
    void add(Subject subject, MessageSlot slot, LiveLimits limits, long nowMillis) {
        boolean hasContent = slot.body().length() > 0;
        if (!hasContent || limits.keepNone() || limits.isTooOldToKeep(slot.spooledTimeMillis(), nowMillis)) {
            clear(subject);
            subject.goneThroughMsgId = slot.msgId();
            return;
        }
        KeptRing ring = subject.kept;
        if (ring == null) {
            ring = new KeptRing();
            subject.kept = ring;
        }
        ring.add(slot.msgId(), slot.spooledTimeMillis(), slot.sizeBytes());
        remember(slot.msgId(), subject);
        count++;
        bytes += slot.sizeBytes() + OVERHEAD_BYTES;
        bound(subject, limits);
        bound(limits);
    }

    /** What is too old goes, and what is too much by limits that were lowered. */
    void age(LiveLimits limits, long nowMillis) {
        Subject oldest = oldest();
        while (oldest != null
                && (limits.keepNone() || limits.isTooOldToKeep(ring(oldest).takenInMillis(0), nowMillis))) {
            removeFirst(oldest);
            oldest = oldest();
        }
        bound(limits);
    }

    /** Holds a subject within a bound that may have been lowered. */
    void bound(Subject subject, LiveLimits limits) {
        while (subject.keptCount() > limits.maxPerSubject()) {
            removeFirst(subject);
            counters.evicted.increment();
        }
        settle();
    }

    private void bound(LiveLimits limits) {
        while (bytes > limits.maxCacheBytes()) {
            Subject oldest = oldest();
            if (oldest == null) {
                break;
            }
            removeFirst(oldest);
            counters.evicted.increment();
        }
        settle();
    }

    /** Keeps none of a subject any more; whoever calls this sees to it whether that is still needed. */
    void clear(Subject subject) {
        while (subject.keptCount() > 0) {
            dropFirst(subject);
        }
        settle();
    }

    private void removeFirst(Subject subject) {
        dropFirst(subject);
        if (subject.kept == null) {
            emptied.accept(subject);
        }
    }

    private void dropFirst(Subject subject) {
        KeptRing ring = ring(subject);
        count--;
        bytes -= ring.sizeBytes(0) + OVERHEAD_BYTES;
        subject.goneThroughMsgId = ring.msgId(0);
        ring.removeFirst();
        if (ring.size() == 0) {
            subject.kept = null;
        }
    }

    private static KeptRing ring(Subject subject) {
        KeptRing ring = subject.kept;
        if (ring == null) {
            throw new IllegalStateException("nothing kept of " + subject.topic);
        }
        return ring;
    }

    private void settle() {
        oldest();
        if (size - count > count + LEAST_CAPACITY) {
            resize(Math.max(LEAST_CAPACITY, count * 2));
        }
    }

    /** Whose message is the oldest of all; null if there is none. */
    private @Nullable Subject oldest() {
        while (size > 0) {
            Subject subject = subjects[first];
            if (subject != null && isKept(subject, ids[first])) {
                keptFromMsgId = ids[first];
                return subject;
            }
            subjects[first] = null;
            first = (first + 1) % ids.length;
            size--;
        }
        keptFromMsgId = Long.MAX_VALUE;
        return null;
    }

    private static boolean isKept(Subject subject, long msgId) {
        return subject.kept != null && subject.kept.msgId(0) <= msgId;
    }

    private void remember(long msgId, Subject subject) {
        if (size == ids.length) {
            resize(size * 2);
        }
        int place = (first + size) % ids.length;
        ids[place] = msgId;
        subjects[place] = subject;
        size++;
    }

    /** Makes room, and leaves out what is no longer kept. */
    private void resize(int capacity) {
        long[] freshIds = new long[capacity];
        @Nullable Subject[] freshSubjects = new @Nullable Subject[capacity];
        int fresh = 0;
        for (int i = 0; i < size; i++) {
            int place = (first + i) % ids.length;
            Subject subject = subjects[place];
            if (subject != null && isKept(subject, ids[place])) {
                freshIds[fresh] = ids[place];
                freshSubjects[fresh++] = subject;
            }
        }
        ids = freshIds;
        subjects = freshSubjects;
        first = 0;
        size = fresh;
    }
}
