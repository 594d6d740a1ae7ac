package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What of a backlog anybody may take next: the highest priority first, within it in the order of ids. One that was taken keeps
 * its priority until it comes back to its place or is forgotten. Not thread-safe: guarded by its {@link EndpointDispatch}.
 */
final class FreeMessages {
    static final long NONE = -1;

    private final Roaring64Bitmap[] free = new Roaring64Bitmap[Lanes.PRIORITIES];
    /** Of those that are not free; 4 is what most have, and is not kept. */
    private final Map<Long, Integer> priorities = new HashMap<>();
    /** Told of every message that becomes free. */
    private final List<SelectorScan> scans = new ArrayList<>(0);

    FreeMessages() {
        for (int priority = 0; priority < free.length; priority++) {
            free[priority] = new Roaring64Bitmap();
        }
    }

    void watch(SelectorScan scan) {
        scans.add(scan);
    }

    void unwatch(SelectorScan scan) {
        scans.remove(scan);
    }

    boolean isWatched() {
        return !scans.isEmpty();
    }

    void add(int priority, long msgId) {
        free[priority].addLong(msgId);
        for (SelectorScan scan : scans) {
            scan.free(priority, msgId);
        }
    }

    /** One that is not free now, but may become so. */
    void addTaken(int priority, long msgId) {
        if (priority != Message.DEFAULT_PRIORITY) {
            priorities.put(msgId, priority);
        }
    }

    /** One that was taken is back at its place. */
    void putBack(long msgId) {
        Integer priority = priorities.remove(msgId);
        add(priority == null ? Message.DEFAULT_PRIORITY : priority, msgId);
    }

    /** The first of that priority whose id is greater; {@link #NONE} if there is none. Takes nothing. */
    long after(int priority, long msgId) {
        LongIterator ids = free[priority].getLongIteratorFrom(msgId + 1);
        return ids.hasNext() ? ids.next() : NONE;
    }

    boolean contains(int priority, long msgId) {
        return free[priority].contains(msgId);
    }

    /** Takes the one that is next; {@link #NONE} if there is none. */
    long takeNext() {
        for (int priority = free.length - 1; priority >= 0; priority--) {
            if (!free[priority].isEmpty()) {
                return take(priority, free[priority].first());
            }
        }
        return NONE;
    }

    /** The lowest id of all priorities; {@link #NONE} if there is none. */
    long oldest() {
        long oldest = NONE;
        for (Roaring64Bitmap ids : free) {
            if (!ids.isEmpty() && (oldest == NONE || ids.first() < oldest)) {
                oldest = ids.first();
            }
        }
        return oldest;
    }

    /** Whether one that is free comes before one that was taken. */
    boolean hasBefore(long takenMsgId) {
        int own = priorities.getOrDefault(takenMsgId, Message.DEFAULT_PRIORITY);
        for (int priority = free.length - 1; priority > own; priority--) {
            if (!free[priority].isEmpty()) {
                return true;
            }
        }
        return !free[own].isEmpty() && free[own].first() < takenMsgId;
    }

    /** Takes one not younger than {@code lastMsgId}; {@link #NONE} if there is none. */
    long takeUpTo(long lastMsgId) {
        for (int priority = 0; priority < free.length; priority++) {
            if (!free[priority].isEmpty() && free[priority].first() <= lastMsgId) {
                return take(priority, free[priority].first());
            }
        }
        return NONE;
    }

    /** Takes this one, if it is free. */
    boolean take(long msgId) {
        for (int priority = 0; priority < free.length; priority++) {
            if (free[priority].contains(msgId)) {
                take(priority, msgId);
                return true;
            }
        }
        return false;
    }

    private long take(int priority, long msgId) {
        free[priority].removeLong(msgId);
        addTaken(priority, msgId);
        return msgId;
    }

    /** It is no longer on the endpoint; {@code taken} says that it was not free. */
    void forget(long msgId, boolean taken) {
        priorities.remove(msgId);
        if (!taken) {
            for (Roaring64Bitmap ids : free) {
                ids.removeLong(msgId);
            }
        }
    }

    /** How many; costs more the more there are. */
    long size() {
        long size = 0;
        for (Roaring64Bitmap ids : free) {
            size += ids.getLongCardinality();
        }
        return size;
    }

    boolean isEmpty() {
        for (Roaring64Bitmap ids : free) {
            if (!ids.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
