package io.reprise.broker.engine.live;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of a VPN, in the order in which they were taken in: past its bounds, the content of the least recently updated leaves
 * memory [spec 3.1]; what is not on disk yet stays. The loop's alone.
 */
final class SnapshotMemory {
    private final SnapshotIds ids = new SnapshotIds();
    /** For who looks for them by name. */
    private final NavigableMap<String, Subject> byTopic = new TreeMap<>();

    private @Nullable Subject oldest;
    private @Nullable Subject newest;

    /** The oldest whose content may have to leave memory; null if there is none. */
    private @Nullable Subject nextToLeave;

    private long count;
    private long inMemory;
    private long bytes;

    long count() {
        return count;
    }

    /** Of contents in memory. */
    long bytes() {
        return bytes;
    }

    /** Subjects with a snapshot whose topics come after {@code afterTopic}, in the order of topics, at most so many. */
    List<Subject> after(String afterTopic, int limit) {
        return byTopic.tailMap(afterTopic, false).values().stream().limit(limit).toList();
    }

    /** The subject whose snapshot on disk this is; null if it is none. */
    @Nullable
    Subject subjectOf(long msgId) {
        return ids.get(msgId);
    }

    /**
     * A subject has a new snapshot.
     *
     * @param msgId 0 if it is not on disk
     * @param content null if it is on disk only
     */
    void put(Subject subject, long msgId, long takenInMillis, @Nullable Content content, LiveLimits limits) {
        if (!subject.hasSnapshot()) {
            byTopic.put(subject.topic, subject);
        }
        unlink(subject);
        subject.snapshotMsgId = msgId;
        subject.snapshotMillis = takenInMillis;
        if (content != null) {
            subject.content = content;
            inMemory++;
            bytes += content.sizeBytes();
        }
        if (msgId != 0) {
            ids.put(msgId, subject);
        }
        link(subject);
        bound(limits);
    }

    /** The content of its snapshot is on disk now. */
    void stored(Subject subject, Content content, long msgId, LiveLimits limits) {
        content.storedAs(msgId);
        subject.snapshotMsgId = msgId;
        ids.put(msgId, subject);
        if (isOver(limits)) {
            leave(subject, content);
        }
    }

    /** A subject has no snapshot any more. */
    void remove(Subject subject) {
        byTopic.remove(subject.topic);
        unlink(subject);
    }

    /** Every snapshot whose time is over goes; {@code gone} is told of each afterwards. */
    void expire(LiveLimits limits, long nowMillis, Consumer<Subject> gone) {
        Subject next = oldest;
        while (next != null && limits.isSnapshotExpired(next.snapshotMillis, nowMillis)) {
            Subject newer = next.newerSnapshot;
            remove(next);
            gone.accept(next);
            next = newer;
        }
    }

    void bound(LiveLimits limits) {
        while (isOver(limits) && nextToLeave != null) {
            Content content = nextToLeave.content;
            if (content != null && nextToLeave.snapshotMsgId != 0) {
                leave(nextToLeave, content);
            }
            nextToLeave = nextToLeave.newerSnapshot;
        }
    }

    private boolean isOver(LiveLimits limits) {
        return inMemory > limits.maxSnapshots() || bytes > limits.maxSnapshotBytes();
    }

    private void leave(Subject subject, Content content) {
        subject.content = null;
        inMemory--;
        bytes -= content.sizeBytes();
    }

    private void link(Subject subject) {
        count++;
        subject.olderSnapshot = newest;
        subject.newerSnapshot = null;
        if (newest == null) {
            oldest = subject;
        } else {
            newest.newerSnapshot = subject;
        }
        newest = subject;
        if (nextToLeave == null) {
            nextToLeave = subject;
        }
    }

    private void unlink(Subject subject) {
        if (!subject.hasSnapshot()) {
            return;
        }
        count--;
        if (nextToLeave == subject) {
            nextToLeave = subject.newerSnapshot;
        }
        Subject older = subject.olderSnapshot;
        Subject newer = subject.newerSnapshot;
        if (older == null) {
            oldest = newer;
        } else {
            older.newerSnapshot = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.olderSnapshot = older;
        }
        subject.olderSnapshot = null;
        subject.newerSnapshot = null;
        Content content = subject.content;
        if (content != null) {
            leave(subject, content);
        }
        if (subject.snapshotMsgId != 0) {
            ids.remove(subject.snapshotMsgId);
            subject.snapshotMsgId = 0;
        }
    }
}
