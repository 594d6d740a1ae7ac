package io.reprise.broker.engine.deliver;

import java.util.HashMap;
import java.util.Map;

/**
 * Holds what becomes of messages to the table of {@link DeliveryFact}. Only asked while assertions are enabled, as in tests: it then
 * remembers where each message was that is not free. Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class FactBook {
    private final String endpoint;
    private final Map<Long, DeliveryFact> known = new HashMap<>();

    FactBook(String endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * This is true of the message now.
     *
     * @return true
     * @throws AssertionError if it can't be, after what was true before
     */
    boolean holds(long msgId, DeliveryFact now) {
        DeliveryFact before = known.getOrDefault(msgId, DeliveryFact.FREE);
        if (now != before && !before.next().contains(now)) {
            throw new AssertionError("message " + msgId + " on " + endpoint + " from " + before + " to " + now);
        }
        if (now == DeliveryFact.FREE || now.next().isEmpty()) {
            known.remove(msgId);
        } else {
            known.put(msgId, now);
        }
        return true;
    }
}
