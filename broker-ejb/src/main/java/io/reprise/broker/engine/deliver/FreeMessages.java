package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What of a backlog anybody may take next: the highest priority first, within it in the order of ids; of a partitioned queue by
 * partition. One that was taken keeps its priority and partition until it comes back to its place or is forgotten. Not thread-safe:
 * guarded by its {@link DispatchMonitor}.
 */
final class FreeMessages {
    static final long NONE = -1;
    private static final int NOWHERE = -1;

    /** By partition, then by priority. All endpoints have a partition 0. */
    private final List<Roaring64Bitmap[]> partitions = new ArrayList<>(List.<Roaring64Bitmap[]>of(empty()));
    /** The lanes of those that are not free; that of the default priority in partition 0 is what most have, and is not kept. */
    private final Map<Long, Integer> lanes = new HashMap<>();
    /** Told of every message that becomes free. */
    private final List<SelectorScan> scans = new ArrayList<>(0);

    private static Roaring64Bitmap[] empty() {
        Roaring64Bitmap[] free = new Roaring64Bitmap[Lanes.PRIORITIES];
        for (int priority = 0; priority < free.length; priority++) {
            free[priority] = new Roaring64Bitmap();
        }
        return free;
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

    /** @param lane its priority and its partition are what counts */
    void add(int lane, long msgId) {
        int partition = Lanes.partition(lane);
        while (partitions.size() <= partition) {
            partitions.add(empty());
        }
        int priority = Lanes.priority(lane);
        partitions.get(partition)[priority].addLong(msgId);
        for (SelectorScan scan : scans) {
            scan.free(priority, msgId);
        }
    }

    /** One that is not free now, but may become so. */
    void addTaken(int lane, long msgId) {
        int kept = Lanes.ofPartition(Lanes.priority(lane), Lanes.partition(lane));
        if (kept != Message.DEFAULT_PRIORITY) {
            lanes.put(msgId, kept);
        }
    }

    /** One that was taken is back at its place. */
    void putBack(long msgId) {
        int lane = laneOf(msgId);
        lanes.remove(msgId);
        add(lane, msgId);
    }

    private int laneOf(long takenMsgId) {
        return lanes.getOrDefault(takenMsgId, Message.DEFAULT_PRIORITY);
    }

    /** The partition of one that was taken. */
    int partitionOf(long takenMsgId) {
        return Lanes.partition(laneOf(takenMsgId));
    }

    /** Of an endpoint without partitions, the first of that priority whose id is greater; {@link #NONE} if there is none. Takes nothing. */
    long after(int priority, long msgId) {
        LongIterator ids = partitions.get(0)[priority].getLongIteratorFrom(msgId + 1);
        return ids.hasNext() ? ids.next() : NONE;
    }

    /** Likewise whether that one is free. */
    boolean contains(int priority, long msgId) {
        return partitions.get(0)[priority].contains(msgId);
    }

    /** Whether it is free, whatever its priority and partition. */
    boolean contains(long msgId) {
        for (Roaring64Bitmap[] free : partitions) {
            for (Roaring64Bitmap ids : free) {
                if (ids.contains(msgId)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes the one that is next of all; {@link #NONE} if there is none. */
    long takeNext() {
        return takeNext(partition -> true);
    }

    /** Takes the one that is next in those partitions; {@link #NONE} if there is none. */
    long takeNext(IntPredicate which) {
        for (int priority = Lanes.PRIORITIES - 1; priority >= 0; priority--) {
            int first = NOWHERE;
            for (int partition = 0; partition < partitions.size(); partition++) {
                Roaring64Bitmap ids = partitions.get(partition)[priority];
                if (!ids.isEmpty()
                        && which.test(partition)
                        && (first == NOWHERE || ids.first() < partitions.get(first)[priority].first())) {
                    first = partition;
                }
            }
            if (first != NOWHERE) {
                return take(first, priority, partitions.get(first)[priority].first());
            }
        }
        return NONE;
    }

    /** Whether there is one in those partitions. */
    boolean hasAny(IntPredicate which) {
        for (int partition = 0; partition < partitions.size(); partition++) {
            if (!isEmpty(partitions.get(partition)) && which.test(partition)) {
                return true;
            }
        }
        return false;
    }

    /** The lowest id of all priorities; {@link #NONE} if there is none. */
    long oldest() {
        long oldest = NONE;
        for (Roaring64Bitmap[] free : partitions) {
            for (Roaring64Bitmap ids : free) {
                if (!ids.isEmpty() && (oldest == NONE || ids.first() < oldest)) {
                    oldest = ids.first();
                }
            }
        }
        return oldest;
    }

    /** Of an endpoint without partitions, whether one that is free comes before one that was taken. */
    boolean hasBefore(long takenMsgId) {
        Roaring64Bitmap[] free = partitions.get(0);
        int own = Lanes.priority(laneOf(takenMsgId));
        for (int priority = free.length - 1; priority > own; priority--) {
            if (!free[priority].isEmpty()) {
                return true;
            }
        }
        return !free[own].isEmpty() && free[own].first() < takenMsgId;
    }

    /** Takes one not younger than {@code lastMsgId}; {@link #NONE} if there is none. */
    long takeUpTo(long lastMsgId) {
        for (int partition = 0; partition < partitions.size(); partition++) {
            Roaring64Bitmap[] free = partitions.get(partition);
            for (int priority = 0; priority < free.length; priority++) {
                if (!free[priority].isEmpty() && free[priority].first() <= lastMsgId) {
                    return take(partition, priority, free[priority].first());
                }
            }
        }
        return NONE;
    }

    /** Takes this one, if it is free. */
    boolean take(long msgId) {
        for (int partition = 0; partition < partitions.size(); partition++) {
            Roaring64Bitmap[] free = partitions.get(partition);
            for (int priority = 0; priority < free.length; priority++) {
                if (free[priority].contains(msgId)) {
                    take(partition, priority, msgId);
                    return true;
                }
            }
        }
        return false;
    }

    private long take(int partition, int priority, long msgId) {
        partitions.get(partition)[priority].removeLong(msgId);
        addTaken(Lanes.ofPartition(priority, partition), msgId);
        return msgId;
    }

    /** It is no longer on the endpoint; {@code taken} says that it was not free. */
    void forget(long msgId, boolean taken) {
        lanes.remove(msgId);
        if (!taken) {
            for (Roaring64Bitmap[] free : partitions) {
                for (Roaring64Bitmap ids : free) {
                    ids.removeLong(msgId);
                }
            }
        }
    }

    /** How many; costs more the more there are. */
    long size() {
        long size = 0;
        for (Roaring64Bitmap[] free : partitions) {
            for (Roaring64Bitmap ids : free) {
                size += ids.getLongCardinality();
            }
        }
        return size;
    }

    boolean isEmpty() {
        return !hasAny(partition -> true);
    }

    private static boolean isEmpty(Roaring64Bitmap[] free) {
        for (Roaring64Bitmap ids : free) {
            if (!ids.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
