package io.reprise.broker.engine.deliver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages that are sent ahead to sessions: taken from the free ones, not presented, not read, uncounted [spec 4.3]. They
 * go back to their places whenever that serves somebody: a session never gets one while one that comes before it is free, and an
 * idle session takes them from others. Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class Buffers {
    private final FreeMessages free;
    /** In the order in which they are to be presented; sessions without any are not listed. */
    private final Map<EngineSession, LinkedHashSet<Long>> buffers = new HashMap<>();

    private int size;

    Buffers(FreeMessages free) {
        this.free = free;
    }

    /**
     * Takes what a session is presented next, and more ahead for it if its buffer is empty.
     *
     * @param prefetch how many it may have unpresented, the one taken included; 0 on demand
     * @param hungry how many others have nothing
     * @return {@link FreeMessages#NONE} if there is nothing for it
     */
    long next(EngineSession session, int prefetch, int hungry) {
        Set<Long> own = buffers.get(session);
        if (own != null && free.hasBefore(own.iterator().next())) {
            giveBack(session);
            own = null;
        }
        if (own == null) {
            fill(session, Math.max(prefetch, 1), hungry);
        }
        return takeFirst(session);
    }

    /** Free ones, a fair share of them while others have nothing; if there are none, those of who has most. */
    private void fill(EngineSession session, int most, int hungry) {
        long share = hungry == 0 ? most : Math.min(most, 1 + (free.size() - 1) / (hungry + 1));
        for (long i = 0; i < share; i++) {
            long msgId = free.takeNext();
            if (msgId == FreeMessages.NONE) {
                break;
            }
            add(session, msgId);
        }
        if (!buffers.containsKey(session)) {
            takeOver(session, most);
        }
    }

    private void takeOver(EngineSession session, int most) {
        if (buffers.isEmpty()) {
            return;
        }
        EngineSession owner =
                Collections.max(buffers.keySet(), (one, other) -> Integer.compare(sizeOf(one), sizeOf(other)));
        int count = Math.min(most, (sizeOf(owner) + 1) / 2);
        for (int i = 0; i < count; i++) {
            add(session, takeFirst(owner));
        }
    }

    private void add(EngineSession session, long msgId) {
        buffers.computeIfAbsent(session, none -> new LinkedHashSet<>()).add(msgId);
        size++;
    }

    private long takeFirst(EngineSession session) {
        Set<Long> buffer = buffers.get(session);
        if (buffer == null) {
            return FreeMessages.NONE;
        }
        Iterator<Long> ids = buffer.iterator();
        long msgId = ids.next();
        ids.remove();
        size--;
        if (buffer.isEmpty()) {
            buffers.remove(session);
        }
        return msgId;
    }

    /** Whether there is something for a session: ahead for it, free, or ahead for another. */
    boolean isAnythingLeft() {
        return size > 0 || !free.isEmpty();
    }

    /** All of a session's go back to their places. */
    void giveBack(EngineSession session) {
        Set<Long> buffer = buffers.remove(session);
        if (buffer != null) {
            size -= buffer.size();
            buffer.forEach(free::putBack);
        }
    }

    /** All go back to their places. */
    void giveBackAll() {
        for (EngineSession session : List.copyOf(buffers.keySet())) {
            giveBack(session);
        }
    }

    void giveBackAll(EngineFlow flow) {
        List<EngineSession> sessions = new ArrayList<>(buffers.keySet());
        sessions.removeIf(session -> session.flow() != flow);
        sessions.forEach(this::giveBack);
    }

    /** The lowest id; {@link FreeMessages#NONE} if there is none. */
    long oldest() {
        long oldest = FreeMessages.NONE;
        for (Set<Long> buffer : buffers.values()) {
            for (long msgId : buffer) {
                oldest = oldest == FreeMessages.NONE ? msgId : Math.min(oldest, msgId);
            }
        }
        return oldest;
    }

    /** Takes one out of whosever buffer it is in; whether it was in one. */
    boolean take(long msgId) {
        for (Map.Entry<EngineSession, LinkedHashSet<Long>> buffer : buffers.entrySet()) {
            if (buffer.getValue().remove(msgId)) {
                size--;
                if (buffer.getValue().isEmpty()) {
                    buffers.remove(buffer.getKey());
                }
                return true;
            }
        }
        return false;
    }

    /** Whether it is ahead for a session. */
    boolean contains(long msgId) {
        return buffers.values().stream().anyMatch(buffer -> buffer.contains(msgId));
    }

    int sizeOf(EngineSession session) {
        Set<Long> buffer = buffers.get(session);
        return buffer == null ? 0 : buffer.size();
    }

    /** Whether nothing is ahead for a session. */
    boolean isEmpty(EngineSession session) {
        return !buffers.containsKey(session);
    }

    int size() {
        return size;
    }
}
