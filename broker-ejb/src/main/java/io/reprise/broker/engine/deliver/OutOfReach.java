package io.reprise.broker.engine.deliver;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages that are on the endpoint and that no session has or can have. Not thread-safe: guarded by its
 * {@link EndpointDispatch}.
 */
final class OutOfReach {
    /** Acknowledged in a prepared branch that is not decided. */
    private final Set<Long> inDoubt = new HashSet<>();
    /** Damaged ones: not offered, not lost [LOG.md L11]. */
    private final Set<Long> held = new HashSet<>();
    /** Dead ones that have nowhere to go [spec 4.3]. */
    private final Set<Long> dead = new HashSet<>();
    /** Their removal is on its way to the log. */
    private final Set<Long> seized = new HashSet<>();

    void doubt(long msgId) {
        inDoubt.add(msgId);
    }

    /** The branch is decided; whether it was in doubt. */
    boolean decided(long msgId) {
        return inDoubt.remove(msgId);
    }

    boolean hold(long msgId) {
        return held.add(msgId);
    }

    boolean seize(long msgId) {
        return seized.add(msgId);
    }

    void seizeAll(List<Long> msgIds) {
        seized.addAll(msgIds);
    }

    /** It was not removed after all; whether it was seized. */
    boolean restore(long msgId) {
        return seized.remove(msgId);
    }

    /** A seized message is dead and stays. */
    void holdSeized(long msgId) {
        if (seized.remove(msgId)) {
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

    /** It is no longer on the endpoint; whether it was here. */
    boolean forget(long msgId) {
        return inDoubt.remove(msgId) || held.remove(msgId) || dead.remove(msgId) || seized.remove(msgId);
    }

    int inDoubt() {
        return inDoubt.size();
    }

    /** Damaged ones and dead ones with nowhere to go. */
    int held() {
        return held.size() + dead.size();
    }
}
