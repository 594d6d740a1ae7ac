package io.reprise.broker.engine.deliver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are on the endpoint and that no session has or can have. Not thread-safe: guarded by its
 * {@link DispatchMonitor}.
 */
final class OutOfReach {
    /** Acknowledged in a prepared branch that is not decided. */
    private final Set<Long> inDoubt = new HashSet<>();
    /** Damaged ones: not offered, not lost [LOG.md L11]. */
    private final Set<Long> held = new HashSet<>();
    /** Dead ones that have nowhere to go [spec 4.3]. */
    private final Set<Long> dead = new HashSet<>();
    /** Their removal is on its way to the log; with the time until which they waited, 0 = none. */
    private final Map<Long, Long> seized = new HashMap<>();

    /** A branch has it: whoever has seized it has it no more. */
    void doubt(long msgId) {
        seized.remove(msgId);
        dead.remove(msgId);
        inDoubt.add(msgId);
    }

    /** The branch is decided; whether it was in doubt. */
    boolean decided(long msgId) {
        return inDoubt.remove(msgId);
    }

    boolean hold(long msgId) {
        return held.add(msgId);
    }

    /** @param dueMillis until when it waited; 0 if it was free */
    boolean seize(long msgId, long dueMillis) {
        return seized.put(msgId, dueMillis) == null;
    }

    boolean isSeized(long msgId) {
        return seized.containsKey(msgId);
    }

    /** A seized one would wait until then if it were not removed; false if it is not seized. */
    boolean delaySeized(long msgId, long untilMillis) {
        return seized.replace(msgId, untilMillis) != null;
    }

    /** Seizes dead and damaged ones not younger than {@code lastMsgId}, at most so many. */
    List<Long> seizeHeld(long lastMsgId, int max) {
        List<Long> taken = Stream.concat(dead.stream(), held.stream())
                .filter(msgId -> msgId <= lastMsgId)
                .sorted()
                .limit(max)
                .toList();
        taken.forEach(msgId -> {
            takeHeld(msgId);
            seized.put(msgId, 0L);
        });
        return taken;
    }

    /** Whether it was dead and held; it is here no more. */
    boolean takeDead(long msgId) {
        return dead.remove(msgId);
    }

    /** It was not removed after all; until when it waited, 0 if it was free; null if it was not seized. */
    @Nullable
    Long restore(long msgId) {
        return seized.remove(msgId);
    }

    /** A seized message is dead and stays. */
    void holdSeized(long msgId) {
        if (seized.remove(msgId) != null) {
            dead.add(msgId);
        }
    }

    boolean holdsDead() {
        return !dead.isEmpty();
    }

    /** The dead ones, here no more. */
    List<Long> releaseDead() {
        List<Long> released = List.copyOf(dead);
        dead.clear();
        return released;
    }

    /** Whether it was dead or damaged, and held; it is here no more. */
    boolean takeHeld(long msgId) {
        return dead.remove(msgId) || held.remove(msgId);
    }

    /** What is true of it, if it is here; else null. */
    @Nullable
    DeliveryFact fact(long msgId) {
        if (inDoubt.contains(msgId)) {
            return DeliveryFact.IN_DOUBT;
        }
        if (seized.containsKey(msgId)) {
            return DeliveryFact.LEAVING;
        }
        return held.contains(msgId) || isDead(msgId) ? DeliveryFact.HELD : null;
    }

    boolean isDead(long msgId) {
        return dead.contains(msgId);
    }

    /** It is no longer on the endpoint; whether it was here. */
    boolean forget(long msgId) {
        return inDoubt.remove(msgId) || held.remove(msgId) || dead.remove(msgId) || seized.remove(msgId) != null;
    }

    int inDoubt() {
        return inDoubt.size();
    }

    /** Damaged ones and dead ones with nowhere to go. */
    int held() {
        return held.size() + dead.size();
    }
}
