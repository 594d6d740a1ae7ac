package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** How far a draft lets deliveries go, by endpoint and priority [LOG.md L24]. The committer's. */
final class DraftHorizons {
    /** So far ahead deliveries are reserved: as many ids may be suspect after an unclean stop. */
    static final int AHEAD_IDS = 1_000;

    private final VpnState state;
    private final Map<Key, Long> reserved = new LinkedHashMap<>();

    private record Key(long endpointId, int priority) {}

    DraftHorizons(VpnState state) {
        this.state = state;
    }

    boolean isEmpty() {
        return reserved.isEmpty();
    }

    /**
     * A message was placed. If little lies before it, it may be delivered at once: where deliveries may go moves with it.
     *
     * @param addedMessages what the draft adds to its endpoint
     */
    void expect(Placement placement, long msgId, long addedMessages) {
        EndpointState on = state.endpoint(placement.endpointId());
        int priority = Lanes.priority(placement.lane());
        if (on != null
                && !on.replay().state().holdsBack()
                && msgId > horizon(on, priority) - AHEAD_IDS / 2
                && on.messages() + addedMessages < AHEAD_IDS / 2) {
            reserve(on.id(), priority, msgId + AHEAD_IDS);
        }
    }

    /** Messages of a priority may be presented up to this id. */
    void reserve(long endpointId, int priority, long msgId) {
        EndpointState on = state.endpoint(endpointId);
        if (on != null && msgId > horizon(on, priority)) {
            reserved.put(new Key(endpointId, priority), msgId);
        }
    }

    private long horizon(EndpointState on, int priority) {
        return reserved.isEmpty()
                ? on.horizon(priority)
                : reserved.getOrDefault(new Key(on.id(), priority), on.horizon(priority));
    }

    void forEach(Consumer<Effect> each) {
        reserved.forEach((key, msgId) -> each.accept(new Horizon(key.endpointId(), key.priority(), msgId)));
    }
}
