package io.reprise.broker.engine.deliver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Messages that wait for their time, by that time and then by id. Not thread-safe: guarded by its {@link EndpointDispatch}. */
final class Delays {
    private final TreeMap<Long, TreeSet<Long>> byDue = new TreeMap<>();
    private final Map<Long, Long> dueOf = new HashMap<>();

    /**
     * A message waits.
     *
     * @param dueMillis until when, milliseconds of the epoch
     * @return whether it is now the first whose time comes
     */
    boolean add(long msgId, long dueMillis) {
        remove(msgId);
        dueOf.put(msgId, dueMillis);
        byDue.computeIfAbsent(dueMillis, none -> new TreeSet<>()).add(msgId);
        return byDue.firstKey() == dueMillis && byDue.firstEntry().getValue().size() == 1;
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

    /** When the first one's time comes, milliseconds of the epoch; {@link Long#MAX_VALUE} if none waits. */
    long nextMillis() {
        return byDue.isEmpty() ? Long.MAX_VALUE : byDue.firstKey();
    }

    /** Takes those not younger than {@code lastMsgId}, at most so many. */
    List<Long> takeUpTo(long lastMsgId, int max) {
        List<Long> taken = dueOf.keySet().stream()
                .filter(msgId -> msgId <= lastMsgId)
                .sorted()
                .limit(max)
                .toList();
        taken.forEach(this::remove);
        return taken;
    }

    int size() {
        return dueOf.size();
    }
}
