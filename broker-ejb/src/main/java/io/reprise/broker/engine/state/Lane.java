package io.reprise.broker.engine.state;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A set of message ids in order, kept in {@link Chunk}s, each a row of its own [LOG.md L14]. Adding and removing name the
 * commit they happen in, so that a fold over a fuzzy checkpoint does nothing twice [LOG.md L15]. Not thread-safe.
 */
final class Lane {
    private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
    private long size;

    /** Puts in a chunk read from a checkpoint. */
    void load(Chunk chunk) {
        chunks.put(chunk.base, chunk);
        size += chunk.cardinality();
    }

    /**
     * Adds an id.
     *
     * @param changed told the base of each chunk whose row is out of date now
     */
    void add(long id, long commitNo, LongConsumer changed) {
        Map.Entry<Long, Chunk> floor = chunks.floorEntry(id);
        Chunk chunk = floor == null ? null : floor.getValue();
        if (chunk != null && chunk.covers(id)) {
            if (commitNo <= chunk.asOf) {
                return;
            }
            if (chunk.isFullFor(id)) {
                chunk.closeAt(id);
                changed.accept(chunk.base);
                chunk = null;
            }
        } else {
            chunk = null;
        }
        if (chunk == null) {
            chunk = open(id);
        }
        if (chunk.add(id)) {
            size++;
        }
        changed.accept(chunk.base);
    }

    private Chunk open(long id) {
        Long next = chunks.higherKey(id);
        Chunk chunk = new Chunk(id, next == null ? 0 : next);
        chunks.put(id, chunk);
        return chunk;
    }

    /** Removes an id if it is there and the effect is not contained yet; whether it was removed. */
    boolean remove(long id, long commitNo, LongConsumer changed) {
        Chunk chunk = chunkOf(id);
        if (chunk == null || commitNo <= chunk.asOf || !chunk.remove(id)) {
            return false;
        }
        size--;
        if (chunk.isEmpty()) {
            chunks.remove(chunk.base);
        }
        changed.accept(chunk.base);
        return true;
    }

    boolean contains(long id) {
        Chunk chunk = chunkOf(id);
        return chunk != null && chunk.contains(id);
    }

    private @Nullable Chunk chunkOf(long id) {
        Map.Entry<Long, Chunk> floor = chunks.floorEntry(id);
        return floor == null ? null : floor.getValue();
    }

    long size() {
        return size;
    }

    /** The lowest id; the lane must not be empty. */
    long first() {
        return chunks.firstEntry().getValue().first();
    }

    /** The highest id; the lane must not be empty. */
    long last() {
        return chunks.lastEntry().getValue().last();
    }

    /** Calls {@code each} for every id at or above {@code from}, rising, until it returns false. */
    void forEachFrom(long from, IdVisitor each) {
        Long start = chunks.floorKey(from);
        for (Chunk chunk : (start == null ? chunks : chunks.tailMap(start, true)).values()) {
            if (!chunk.forEachFrom(from, each)) {
                return;
            }
        }
    }

    @Nullable
    Chunk chunk(long base) {
        return chunks.get(base);
    }
}
