package io.reprise.broker.model.management;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and logs events. One for each broker: {@code broker.shared(Events.class, Events::new)}. Thread-safe; writes to the log, so not
 * to be called by the committer.
 */
public final class Events {
    private static final System.Logger LOG = System.getLogger(Events.class.getName());

    private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

    private record Key(EventCode code, String vpn) {}

    /** It happened, so many times. */
    public void happened(EventCode code, String vpn, long times, String what) {
        counts.computeIfAbsent(new Key(code, vpn), none -> new LongAdder()).add(times);
        LOG.log(System.Logger.Level.INFO, "[event {0}] VPN ''{1}'': {2}", code.slug(), vpn, what);
    }

    /** How often it happened since the broker started. */
    public long count(EventCode code, String vpn) {
        LongAdder count = counts.get(new Key(code, vpn));
        return count == null ? 0 : count.sum();
    }
}
