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

    /** It is no longer on the endpoint; whether it was here. */
    boolean forget(long msgId) {
        return inDoubt.remove(msgId) || held.remove(msgId) || seized.remove(msgId);
    }

    int inDoubt() {
        return inDoubt.size();
    }

    int held() {
        return held.size();
    }
}
