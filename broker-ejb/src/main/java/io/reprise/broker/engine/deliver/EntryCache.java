package io.reprise.broker.engine.deliver;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries used last, bounded by what they hold. By recency, not by frequency: a log is walked through, so what was read most is what
 * nobody wants any more, and a cache that keeps that (as TinyLFU does) drops what was read ahead before it is used. Thread-safe:
 * guarded by its own monitor, held for microseconds.
 */
final class EntryCache {
    private final long maxBytes;
    private final Map<Long, LoadedEntry> entries = new LinkedHashMap<>(256, 0.75f, true);
    private long bytes;

    /**
     * @param maxBytes how much it may hold; one entry it holds in any case, unless that is 0
     */
    EntryCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** How much may be put in ahead of its use, so that what is wanted first is still there. */
    long aheadBytes() {
        return maxBytes / 4;
    }

    synchronized @Nullable LoadedEntry get(long commitNo) {
        return entries.get(commitNo);
    }

    synchronized void put(long commitNo, LoadedEntry entry) {
        LoadedEntry before = entries.put(commitNo, entry);
        bytes += entry.weightBytes() - (before == null ? 0 : before.weightBytes());
        Iterator<LoadedEntry> eldest = entries.values().iterator();
        while (bytes > maxBytes && entries.size() > (maxBytes > 0 ? 1 : 0)) {
            bytes -= eldest.next().weightBytes();
            eldest.remove();
        }
    }
}
