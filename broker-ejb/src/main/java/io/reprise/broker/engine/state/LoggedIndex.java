package io.reprise.broker.engine.state;

import static io.reprise.broker.engine.state.LoggedBlocks.columns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which entries the replay log holds, by id and by time, without the database [LOG.md L17]: entries lie in order, so a search halves
 * blocks of {@link IndexBlock#ENTRIES} of them. The committer changes it, anyone asks. Guarded by the monitor of the {@link EntryIndex}
 * that it is part of, held for microseconds.
 */
public final class LoggedIndex {
    private final Object monitor;
    /** Blocks with entries of which the log holds something. */
    private final LoggedBlocks blocks;

    private long trimmedThroughMsgId;
    /** Of entries that nothing was trimmed of. */
    private long wholeMessages;

    private long wholeBytes;
    /** What is left of the one entry that was trimmed in part. */
    private long cutMessages;

    private long cutBytes;

    /**
     * An entry that the log holds messages of.
     *
     * @param commitNo its number
     * @param firstMsgId the first id that it gave, to a logged message or another
     * @param lastMsgId the last one
     * @param messages how many messages of it the log holds
     */
    public record LoggedEntry(long commitNo, long firstMsgId, long lastMsgId, long messages) {
        /** Whether the log holds all that it brought. */
        public boolean isLoggedWhole() {
            return messages == lastMsgId - firstMsgId + 1;
        }
    }

    /**
     * What may be trimmed: whole entries from the oldest on.
     *
     * @param throughMsgId the last id of the last of them; 0 if nothing is to go
     * @param messages how many messages of the log that is
     * @param sizeBytes their bytes
     */
    public record Cut(long throughMsgId, long messages, long sizeBytes) {
        public static final Cut NOTHING = new Cut(0, 0, 0);
    }

    /** Told of each entry how many of its references the log gives up. */
    interface Release {
        void release(IndexBlock block, int slot, long references);
    }

    LoggedIndex(Object monitor, Comparator<Long> order) {
        this.monitor = monitor;
        this.blocks = new LoggedBlocks(order);
    }

    /** A new entry is in the block, its columns are set. */
    void appended(IndexBlock block, LoggedPart part) {
        if (part.messages() > 0) {
            blocks.add(block);
            wholeMessages += part.messages();
            wholeBytes += part.sizeBytes();
        }
    }

    /**
     * All that is logged up to an id has left the log.
     *
     * @param messages how many those are, of the entries that they leave whole and of one that they may leave in part
     */
    void trim(long throughMsgId, long messages, long sizeBytes, Release release) {
        long leftMessages = wholeMessages + cutMessages - messages;
        long leftBytes = wholeBytes + cutBytes - sizeBytes;
        long toRelease = messages;
        while (!blocks.isEmpty()) {
            IndexBlock block = blocks.oldest();
            LoggedColumns columns = columns(block);
            int slot = columns.first();
            if (block.firstMsgId[slot] > throughMsgId) {
                break;
            }
            boolean gone = block.lastMsgId(slot) <= throughMsgId;
            long leaving = gone ? held(block, slot) : toRelease;
            takeOut(block, slot);
            release.release(block, slot, leaving);
            toRelease -= leaving;
            if (!gone) {
                break;
            }
            drop(block, columns);
        }
        trimmedThroughMsgId = throughMsgId;
        cutMessages = leftMessages - wholeMessages;
        cutBytes = leftBytes - wholeBytes;
        dropEmptyCut();
    }

    /** An entry of which the last messages are in no log may be cut so that nothing is left of it. */
    private void dropEmptyCut() {
        if (cutMessages == 0
                && !blocks.isEmpty()
                && !isWhole(blocks.oldest(), columns(blocks.oldest()).first())) {
            drop(blocks.oldest(), columns(blocks.oldest()));
        }
    }

    /** It counts neither as whole nor as cut any more. */
    private void takeOut(IndexBlock block, int slot) {
        if (isWhole(block, slot)) {
            wholeMessages -= columns(block).messages(slot);
            wholeBytes -= columns(block).sizeBytes(slot);
        } else {
            cutMessages = 0;
            cutBytes = 0;
        }
    }

    private void drop(IndexBlock block, LoggedColumns columns) {
        columns.dropFirst();
        if (columns.first() > columns.last()) {
            blocks.remove(block);
        }
    }

    /**
     * Counts anew after a recovery.
     *
     * @param messages how many the log holds
     */
    void recount(Iterable<IndexBlock> all, long throughMsgId, long messages, long sizeBytes) {
        blocks.clear();
        trimmedThroughMsgId = throughMsgId;
        wholeMessages = 0;
        wholeBytes = 0;
        cutMessages = 0;
        boolean cut = false;
        for (IndexBlock block : all) {
            LoggedColumns columns = block.logged;
            while (columns != null
                    && columns.first() <= columns.last()
                    && block.lastMsgId(columns.first()) <= throughMsgId) {
                columns.dropFirst();
            }
            if (columns == null || columns.first() > columns.last()) {
                continue;
            }
            blocks.add(block);
            for (int slot = columns.first(); slot <= columns.last(); slot++) {
                boolean whole = isWhole(block, slot);
                cut |= !whole && columns.messages(slot) > 0;
                wholeMessages += whole ? columns.messages(slot) : 0;
                wholeBytes += whole ? columns.sizeBytes(slot) : 0;
            }
        }
        cutMessages = cut ? messages - wholeMessages : 0;
        cutBytes = cut ? sizeBytes - wholeBytes : 0;
        dropEmptyCut();
    }

    /** How many messages of an entry the log holds. */
    long held(IndexBlock block, int slot) {
        LoggedColumns columns = block.logged;
        if (columns == null || columns.messages(slot) == 0 || block.lastMsgId(slot) <= trimmedThroughMsgId) {
            return 0;
        }
        return isWhole(block, slot) ? columns.messages(slot) : cutMessages;
    }

    private long heldBytes(IndexBlock block, int slot) {
        return isWhole(block, slot) ? columns(block).sizeBytes(slot) : cutBytes;
    }

    private boolean isWhole(IndexBlock block, int slot) {
        return block.firstMsgId[slot] > trimmedThroughMsgId;
    }

    /** All logged up to this id have left the log; 0 if none has. Any thread. */
    public long trimmedThroughMsgId() {
        synchronized (monitor) {
            return trimmedThroughMsgId;
        }
    }

    /** How many messages the log holds. Any thread. */
    public long messages() {
        synchronized (monitor) {
            return wholeMessages + cutMessages;
        }
    }

    /** What they use of its quota, bytes. Any thread. */
    public long sizeBytes() {
        synchronized (monitor) {
            return wholeBytes + cutBytes;
        }
    }

    /** The oldest message that the log holds, as {@code trim} never ends between two logged ones; 0 if it is empty. Any thread. */
    public long oldestMsgId() {
        synchronized (monitor) {
            return blocks.isEmpty()
                    ? 0
                    : firstHeld(blocks.oldest(), columns(blocks.oldest()).first());
        }
    }

    /** When it was taken in, milliseconds of the epoch; 0 if the log is empty. Any thread. */
    public long oldestTimeMillis() {
        synchronized (monitor) {
            return blocks.isEmpty()
                    ? 0
                    : columns(blocks.oldest())
                            .timeMillis(columns(blocks.oldest()).first());
        }
    }

    /** When the newest message that the log holds was taken in, milliseconds of the epoch; 0 if it is empty. Any thread. */
    public long newestTimeMillis() {
        synchronized (monitor) {
            return blocks.isEmpty() ? 0 : LoggedBlocks.lastTimeMillis(blocks.newest());
        }
    }

    /** From which id on the log's messages were taken in at this time or later; 0 if none was. Any thread. */
    public long firstMsgIdAtOrAfter(long timeMillis) {
        synchronized (monitor) {
            IndexBlock block = blocks.firstReaching(timeMillis, LoggedBlocks::lastTimeMillis);
            if (block == null) {
                return 0;
            }
            LoggedColumns columns = columns(block);
            int slot = columns.first();
            while (columns.messages(slot) == 0 || columns.timeMillis(slot) < timeMillis) {
                slot++;
            }
            return firstHeld(block, slot);
        }
    }

    /**
     * How many messages the log holds in a range of ids; of entries that the range cuts all are counted. As many steps as it has blocks.
     * Any thread.
     */
    public long count(long fromMsgIdExclusive, long throughMsgId) {
        synchronized (monitor) {
            IndexBlock first = blocks.firstReaching(fromMsgIdExclusive + 1, LoggedBlocks::lastMsgId);
            if (first == null) {
                return 0;
            }
            long messages = 0;
            for (IndexBlock block : blocks.from(first)) {
                if (block.firstMsgId[columns(block).first()] > throughMsgId) {
                    break;
                }
                boolean inside =
                        block != first && block != blocks.oldest() && LoggedBlocks.lastMsgId(block) <= throughMsgId;
                messages +=
                        inside ? columns(block).allMessages() : countCutting(block, fromMsgIdExclusive, throughMsgId);
            }
            return messages;
        }
    }

    private long countCutting(IndexBlock block, long fromMsgIdExclusive, long throughMsgId) {
        long messages = 0;
        for (int slot = columns(block).first(); slot <= columns(block).last(); slot++) {
            if (block.lastMsgId(slot) > fromMsgIdExclusive && block.firstMsgId[slot] <= throughMsgId) {
                messages += held(block, slot);
            }
        }
        return messages;
    }

    /** The entries with messages in a range of ids, rising, at most {@code max}. Any thread. */
    public List<LoggedEntry> entries(long fromMsgIdExclusive, long throughMsgId, int max) {
        synchronized (monitor) {
            List<LoggedEntry> result = new ArrayList<>();
            IndexBlock first = blocks.firstReaching(fromMsgIdExclusive + 1, LoggedBlocks::lastMsgId);
            if (first == null) {
                return result;
            }
            for (IndexBlock block : blocks.from(first)) {
                for (int slot = columns(block).first(); slot <= columns(block).last(); slot++) {
                    if (result.size() == max || block.firstMsgId[slot] > throughMsgId) {
                        return result;
                    }
                    if (block.lastMsgId(slot) > fromMsgIdExclusive && held(block, slot) > 0) {
                        result.add(entry(block, slot));
                    }
                }
            }
            return result;
        }
    }

    /** The entries with messages below an id, falling, at most {@code max}. Any thread. */
    public List<LoggedEntry> entriesBelow(long msgId, int max) {
        synchronized (monitor) {
            List<LoggedEntry> result = new ArrayList<>();
            IndexBlock last = blocks.firstReaching(msgId, LoggedBlocks::lastMsgId);
            for (IndexBlock block : blocks.fallingFrom(last)) {
                for (int slot = columns(block).last(); slot >= columns(block).first(); slot--) {
                    if (result.size() == max) {
                        return result;
                    }
                    if (block.firstMsgId[slot] < msgId && held(block, slot) > 0) {
                        result.add(entry(block, slot));
                    }
                }
            }
            return result;
        }
    }

    /** The oldest entries that have so many bytes together, or all. Any thread. */
    public Cut oldest(long sizeBytes) {
        return cut((block, slot, before) -> before.sizeBytes() < sizeBytes);
    }

    /** The entries taken in before a time. Any thread. */
    public Cut olderThan(long timeMillis) {
        return cut((block, slot, before) -> columns(block).timeMillis(slot) < timeMillis);
    }

    /** The entries whose ids are all below this one. Any thread. */
    public Cut wholeBelow(long msgId) {
        return cut((block, slot, before) -> block.lastMsgId(slot) < msgId);
    }

    private interface Goes {
        boolean test(IndexBlock block, int slot, Cut before);
    }

    private Cut cut(Goes goes) {
        synchronized (monitor) {
            Cut cut = Cut.NOTHING;
            for (IndexBlock block : blocks.all()) {
                for (int slot = columns(block).first(); slot <= columns(block).last(); slot++) {
                    if (columns(block).messages(slot) == 0) {
                        continue;
                    }
                    if (!goes.test(block, slot, cut)) {
                        return cut;
                    }
                    cut = new Cut(
                            block.lastMsgId(slot),
                            cut.messages() + held(block, slot),
                            cut.sizeBytes() + heldBytes(block, slot));
                }
            }
            return cut;
        }
    }

    private LoggedEntry entry(IndexBlock block, int slot) {
        return new LoggedEntry(
                block.firstCommitNo + slot, block.firstMsgId[slot], block.lastMsgId(slot), held(block, slot));
    }

    private long firstHeld(IndexBlock block, int slot) {
        return Math.max(block.firstMsgId[slot] + columns(block).firstOffset(slot), trimmedThroughMsgId + 1);
    }
}
