package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.state.EndpointState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Deliveries that a replay's start or end took from consumers who had seen them: where such a message comes back that attempt counts, also
 * if it was too short to be marked in the log. Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class Orphans {
    private final Map<AckRef, Integer> deliveries = new HashMap<>(0);

    void add(List<EngineDelivery> presented) {
        presented.forEach(delivery -> deliveries.merge(delivery.ref(), delivery.deliveryCount(), Math::max));
    }

    /** Tells {@code each} the id and the deliveries of those that are back, and forgets them, and those that won't come back. */
    void comeBack(EndpointState state, BiConsumer<Long, Integer> each) {
        deliveries.entrySet().removeIf(orphan -> {
            AckRef ref = orphan.getKey();
            boolean isBack = state.contains(ref.generation(), ref.msgId());
            if (isBack) {
                each.accept(ref.msgId(), orphan.getValue());
            }
            return isBack || !state.isSetAside(ref.generation(), ref.msgId());
        });
    }

    void clear() {
        deliveries.clear();
    }
}
