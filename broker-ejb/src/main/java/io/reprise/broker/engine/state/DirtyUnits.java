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
    /** Blocks of the entry index that have no row yet. They are few and written first: each holds the fold back to its own first entry. */
    private final TreeSet<Long> newBlocks = new TreeSet<>();

    void mark(UnitKey key, long commitNo) {
        dirty.putIfAbsent(key, commitNo);
    }

    /** A block of the entry index has filled. */
    void markFull(long firstCommitNo) {
        newBlocks.add(firstCommitNo);
    }

    /**
     * Takes all new blocks, and of the rest so many that no more than {@code max} keys are out, to be written now. If it was never
     * told how the batch before ended, that one counts as not written: who took it may have given up waiting for the committer.
     */
    List<UnitKey> take(int max) {
        if (!writing.isEmpty()) {
            notWritten();
        }
        writing = new LinkedHashMap<>();
        newBlocks.forEach(first -> writing.put(new BlockKey(first), first));
        newBlocks.clear();
        for (Map.Entry<UnitKey, Long> unit : dirty.entrySet()) {
            if (writing.size() >= max) {
                break;
            }
            writing.putIfAbsent(unit.getKey(), unit.getValue());
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
        writing.forEach((key, commitNo) -> {
            if (key instanceof BlockKey block && block.firstCommitNo() == commitNo) {
                markFull(commitNo);
            } else {
                mark(key, commitNo);
            }
        });
        newer.forEach(this::mark);
        writing = Map.of();
    }

    /** The commit that the oldest difference dates from, not counting what was taken; {@code none} if there is no other. */
    long oldest(long none) {
        long oldest = newBlocks.isEmpty() ? none : Math.min(none, newBlocks.first());
        return dirty.isEmpty()
                ? oldest
                : Math.min(oldest, dirty.values().iterator().next());
    }

    int size() {
        return dirty.size() + newBlocks.size();
    }
}
