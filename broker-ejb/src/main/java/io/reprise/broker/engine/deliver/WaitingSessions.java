package io.reprise.broker.engine.deliver;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that wait for a message, in the order in which they came, and those that were signalled and haven't looked yet.
 * Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class WaitingSessions {
    private final ArrayDeque<EngineSession> waiting = new ArrayDeque<>();
    private final Set<EngineSession> signalled = new HashSet<>();

    void add(EngineSession session) {
        signalled.remove(session);
        if (!waiting.contains(session)) {
            waiting.add(session);
        }
    }

    /** A session looks for a message now: its signal is used up. */
    void looks(EngineSession session) {
        signalled.remove(session);
    }

    /** It no longer waits; a signal it may have had is to go to the next. */
    void remove(EngineSession session) {
        signalled.remove(session);
        waiting.remove(session);
    }

    void removeAll(EngineFlow flow) {
        waiting.removeIf(session -> session.flow() == flow);
        signalled.removeIf(session -> session.flow() == flow);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** How many have nothing and hope for something. */
    int hungry() {
        return waiting.size() + signalled.size();
    }

    /** Takes the first for whom that holds, to be signalled; null if there is none. */
    @Nullable
    EngineSession signalFirst(Predicate<EngineSession> who) {
        for (Iterator<EngineSession> sessions = waiting.iterator(); sessions.hasNext(); ) {
            EngineSession session = sessions.next();
            if (who.test(session)) {
                sessions.remove();
                signalled.add(session);
                return session;
            }
        }
        return null;
    }

    /** Takes them all, to be signalled. */
    List<EngineSession> signalAll() {
        List<EngineSession> sessions = List.copyOf(waiting);
        waiting.clear();
        signalled.addAll(sessions);
        return sessions;
    }
}
