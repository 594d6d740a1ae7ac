package io.reprise.broker.engine.state;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of the entry index with entries that the replay log holds messages of, in order. Not thread-safe: {@link EntryIndex} guards
 * it.
 */
final class LoggedBlocks {
    private final NavigableMap<Long, IndexBlock> blocks;

    /** @param order of commit numbers */
    LoggedBlocks(Comparator<Long> order) {
        this.blocks = new TreeMap<>(order);
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    void add(IndexBlock block) {
        blocks.put(block.firstCommitNo, block);
    }

    void remove(IndexBlock block) {
        blocks.remove(block.firstCommitNo);
    }

    void clear() {
        blocks.clear();
    }

    /** The first of those there are. */
    IndexBlock oldest() {
        return blocks.firstEntry().getValue();
    }

    /** The last of those there are. */
    IndexBlock newest() {
        return blocks.lastEntry().getValue();
    }

    Collection<IndexBlock> all() {
        return blocks.values();
    }

    /** This one and those behind it. */
    Collection<IndexBlock> from(IndexBlock first) {
        return blocks.tailMap(first.firstCommitNo, true).values();
    }

    /** This one and those before it, falling; all if it is null. */
    Collection<IndexBlock> fallingFrom(@Nullable IndexBlock last) {
        NavigableMap<Long, IndexBlock> before = last == null ? blocks : blocks.headMap(last.firstCommitNo, true);
        return before.descendingMap().values();
    }

    /** The first block of which {@code last}, which rises with the blocks, is at least so much; null if there is none. */
    @Nullable
    IndexBlock firstReaching(long wanted, ToLongFunction<IndexBlock> last) {
        if (blocks.isEmpty() || last.applyAsLong(newest()) < wanted) {
            return null;
        }
        long low = blocks.firstKey();
        long high = blocks.lastKey();
        while (low < high) {
            Map.Entry<Long, IndexBlock> middle = blocks.floorEntry(low + (high - low) / 2);
            if (last.applyAsLong(middle.getValue()) >= wanted) {
                high = middle.getKey();
            } else {
                low = blocks.higherKey(middle.getKey());
            }
        }
        return blocks.get(low);
    }

    /** The last id of the last entry with logged messages. */
    static long lastMsgId(IndexBlock block) {
        return block.lastMsgId(columns(block).last());
    }

    /** When its last logged messages were taken in. */
    static long lastTimeMillis(IndexBlock block) {
        return columns(block).timeMillis(columns(block).last());
    }

    /** What its entries put into the log. */
    static LoggedColumns columns(IndexBlock block) {
        LoggedColumns columns = block.logged;
        if (columns == null) {
            throw new IllegalStateException("block " + block.firstCommitNo + " has nothing logged");
        }
        return columns;
    }
}
