package io.reprise.broker.engine.deliver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Messages that wait for their time, by that time and then by id. Not thread-safe: guarded by its {@link DispatchMonitor}. */
final class Delays {
    /** No time; that of a message whose own is not told yet. */
    static final long NEVER = Long.MAX_VALUE;

    private final TreeMap<Long, TreeSet<Long>> byDue = new TreeMap<>();
    private final TreeMap<Long, Long> dueOf = new TreeMap<>();
    /** For which times a timer is set that has not gone off: few, as each was earlier than all those before it. */
    private final TreeSet<Long> timers = new TreeSet<>();

    /**
     * A message waits.
     *
     * @param dueMillis until when, milliseconds of the epoch
     */
    void add(long msgId, long dueMillis) {
        remove(msgId);
        dueOf.put(msgId, dueMillis);
        byDue.computeIfAbsent(dueMillis, none -> new TreeSet<>()).add(msgId);
    }

    /** Until when it waits, milliseconds of the epoch; 0 if it does not. */
    long dueMillis(long msgId) {
        return dueOf.getOrDefault(msgId, 0L);
    }

    /** It waits no more; false if it did not. */
    boolean remove(long msgId) {
        Long due = dueOf.remove(msgId);
        if (due == null) {
            return false;
        }
        TreeSet<Long> same = byDue.get(due);
        if (same != null) {
            same.remove(msgId);
            if (same.isEmpty()) {
                byDue.remove(due);
            }
        }
        return true;
    }

    /** Takes those whose time has come, in the order of their ids. */
    List<Long> takeDue(long nowMillis) {
        NavigableMap<Long, TreeSet<Long>> due = byDue.headMap(nowMillis, true);
        TreeSet<Long> ids = new TreeSet<>();
        due.values().forEach(ids::addAll);
        due.clear();
        ids.forEach(dueOf::remove);
        return new ArrayList<>(ids);
    }

    /** Whether the time of any has come. */
    boolean isDue(long nowMillis) {
        return !byDue.isEmpty() && byDue.firstKey() <= nowMillis;
    }

    /**
     * The time for which a timer is to be set now, and counts as set; {@link #NEVER} if none waits, or one that is set goes off
     * early enough.
     */
    long timerToSet() {
        if (byDue.isEmpty() || byDue.firstKey() == NEVER || !timers.isEmpty() && timers.first() <= byDue.firstKey()) {
            return NEVER;
        }
        timers.add(byDue.firstKey());
        return byDue.firstKey();
    }

    /** The timer for that time went off, whatever the clock says. */
    void timerWentOff(long dueMillis) {
        timers.remove(dueMillis);
    }

    /** Takes those not younger than {@code lastMsgId}, at most so many, with their times. */
    Map<Long, Long> takeUpTo(long lastMsgId, int max) {
        Map<Long, Long> taken = new TreeMap<>();
        dueOf.headMap(lastMsgId, true).keySet().stream()
                .limit(max)
                .forEach(msgId -> taken.put(msgId, dueMillis(msgId)));
        taken.keySet().forEach(this::remove);
        return taken;
    }

    /** The lowest id; {@link FreeMessages#NONE} if none waits. */
    long oldest() {
        return dueOf.isEmpty() ? FreeMessages.NONE : dueOf.firstKey();
    }

    /** All that wait, in the order of their ids. */
    List<Long> ids() {
        return List.copyOf(dueOf.keySet());
    }

    int size() {
        return dueOf.size();
    }
}
