package io.reprise.broker.engine.live;

import org.jspecify.annotations.Nullable;

/** Subjects by the id of their snapshot on disk: open addressing, some 20 bytes each. The loop's alone. */
final class SnapshotIds {
    private static final int LEAST_CAPACITY = 16;

    private long[] ids = new long[LEAST_CAPACITY];
    private @Nullable Subject[] subjects = new @Nullable Subject[LEAST_CAPACITY];
    private int size;

    @Nullable
    Subject get(long msgId) {
        return subjects[place(msgId)];
    }

    void put(long msgId, Subject subject) {
        if (size >= ids.length / 3 * 2) {
            resize(ids.length * 2);
        }
        int place = place(msgId);
        if (subjects[place] == null) {
            size++;
        }
        ids[place] = msgId;
        subjects[place] = subject;
    }

    void remove(long msgId) {
        int hole = place(msgId);
        if (subjects[hole] == null) {
            return;
        }
        size--;
        int next = (hole + 1) & (ids.length - 1);
        while (subjects[next] != null) {
            // One moves into the hole unless its own place lies behind it: then it would not be found there.
            if (((next - home(ids[next])) & (ids.length - 1)) >= ((next - hole) & (ids.length - 1))) {
                ids[hole] = ids[next];
                subjects[hole] = subjects[next];
                hole = next;
            }
            next = (next + 1) & (ids.length - 1);
        }
        subjects[hole] = null;
        if (ids.length > LEAST_CAPACITY && size < ids.length / 8) {
            resize(ids.length / 4 < LEAST_CAPACITY ? LEAST_CAPACITY : ids.length / 4);
        }
    }

    /** Where the id is, or would be. */
    private int place(long msgId) {
        int place = home(msgId);
        while (subjects[place] != null && ids[place] != msgId) {
            place = (place + 1) & (ids.length - 1);
        }
        return place;
    }

    private int home(long msgId) {
        long mixed = msgId * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & (ids.length - 1);
    }

    private void resize(int capacity) {
        long[] oldIds = ids;
        @Nullable Subject[] old = subjects;
        ids = new long[capacity];
        subjects = new @Nullable Subject[capacity];
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null) {
                int place = place(oldIds[i]);
                ids[place] = oldIds[i];
                subjects[place] = old[i];
            }
        }
    }
}
