package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.UnitKey.BlockKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which parts of the state differ from their checkpoint rows, oldest first, and since which commit; so the fold after a
 * crash must begin at the oldest of these [LOG.md L15]. The committer's; not thread-safe.
 */
final class DirtyUnits {
    private Map<UnitKey, Long> dirty = new LinkedHashMap<>();
    private Map<UnitKey, Long> writing = Map.of();
    /** Blocks of the entry index are few and written first: each holds the fold back to its own first entry. */
    private final TreeSet<Long> blocks = new TreeSet<>();

    void mark(UnitKey key, long commitNo) {
        if (key instanceof BlockKey block) {
            blocks.add(block.firstCommitNo());
        } else {
            dirty.putIfAbsent(key, commitNo);
        }
    }

    /**
     * Takes up to {@code max} keys out, to be written now. If it was never told how the batch before ended, that one counts as
     * not written: who took it may have given up waiting for the committer.
     */
    List<UnitKey> take(int max) {
        if (!writing.isEmpty()) {
            notWritten();
        }
        writing = new LinkedHashMap<>();
        blocks.forEach(first -> writing.put(new BlockKey(first), first));
        blocks.clear();
        for (Map.Entry<UnitKey, Long> unit : dirty.entrySet()) {
            if (writing.size() == max) {
                break;
            }
            writing.put(unit.getKey(), unit.getValue());
        }
        writing.keySet().forEach(dirty::remove);
        return new ArrayList<>(writing.keySet());
    }

    /** What was taken is on disk. */
    void written() {
        writing = Map.of();
    }

    /** What was taken could not be written: it is dirty as before. */
    void notWritten() {
        Map<UnitKey, Long> newer = dirty;
        dirty = new LinkedHashMap<>();
        writing.forEach(this::mark);
        newer.forEach(this::mark);
        writing = Map.of();
    }

    /** The commit that the oldest difference dates from, not counting what was taken; {@code none} if there is no other. */
    long oldest(long none) {
        long oldest = blocks.isEmpty() ? none : Math.min(none, blocks.first());
        return dirty.isEmpty()
                ? oldest
                : Math.min(oldest, dirty.values().iterator().next());
    }

    int size() {
        return dirty.size() + blocks.size();
    }
}
