package io.reprise.broker.engine.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which entries the log holds, in which of them a message lies, and which nobody needs any more [LOG.md L15, L16]. The
 * committer changes it; delivery threads look messages up. Guarded by its own monitor, held for microseconds.
 */
public final class EntryIndex {
    private final TreeMap<Long, IndexBlock> byCommit = new TreeMap<>();
    private final TreeMap<Long, IndexBlock> byMsgId = new TreeMap<>();
    private final TreeSet<Long> dead = new TreeSet<>();
    /** The references that entries had when they were compacted: they are worth it again when most of these are gone too. */
    private final Map<Long, Integer> compacted = new HashMap<>();

    private final LoggedIndex logged;

    private long entries;
    private long nextMsgId = 1;

    EntryIndex() {
        this(Comparator.naturalOrder());
    }

    /** @param order of commit numbers, by which blocks with logged entries are found: the natural one, watched by whom it concerns */
    EntryIndex(Comparator<Long> order) {
        logged = new LoggedIndex(this, order);
    }

    /** What of it the replay log holds. Any thread. */
    public LoggedIndex logged() {
        return logged;
    }

    /**
     * An entry's place.
     *
     * @param commitNo its number
     * @param bodyBytes how long its body is
     */
    public record Location(long commitNo, int bodyBytes) {
        static final Location NONE = new Location(-1, 0);

        public boolean exists() {
            return commitNo >= 0;
        }
    }

    /** Where the message lies; {@code exists() == false} if no entry has it. Any thread. */
    public synchronized Location find(long msgId) {
        Map.Entry<Long, IndexBlock> floor = byMsgId.floorEntry(msgId);
        if (floor == null) {
            return Location.NONE;
        }
        IndexBlock block = floor.getValue();
        int slot = block.slotOf(msgId);
        return slot < 0 ? Location.NONE : new Location(block.firstCommitNo + slot, block.bodyBytes[slot]);
    }

    /** How many entries the log holds. */
    public synchronized long entries() {
        return entries;
    }

    synchronized void load(IndexBlock block) {
        byCommit.put(block.firstCommitNo, block);
        // Blocks come in any order. One without a message begins at the same id as the next, which has it.
        byMsgId.merge(
                block.firstMsgId[0],
                block,
                (known, loaded) -> loaded.firstCommitNo > known.firstCommitNo ? loaded : known);
        entries += block.existing;
        nextMsgId =
                Math.max(nextMsgId, block.firstMsgId[IndexBlock.ENTRIES - 1] + block.messages[IndexBlock.ENTRIES - 1]);
    }

    /** Notes a new entry, the next in order; whether it filled its block. One that is there already is left as it is. */
    synchronized boolean append(
            long commitNo,
            long firstMsgId,
            int messages,
            int bodyBytes,
            int references,
            int flags,
            LoggedPart loggedPart) {
        long blockStart = IndexBlock.firstCommitOfBlockWith(commitNo);
        IndexBlock block = byCommit.computeIfAbsent(blockStart, IndexBlock::new);
        int slot = block.slot(commitNo);
        if (slot < block.filled) {
            return false;
        }
        long first = messages > 0 ? firstMsgId : nextMsgId;
        while (block.filled < slot) {
            block.firstMsgId[block.filled++] = nextMsgId;
        }
        if (slot == 0 || block.existing == 0) {
            byMsgId.put(block.filled == 0 ? first : block.firstMsgId[0], block);
        }
        block.firstMsgId[slot] = first;
        block.messages[slot] = messages;
        block.bodyBytes[slot] = bodyBytes;
        block.references[slot] = references;
        block.flags[slot] = (byte) (flags | IndexBlock.EXISTS);
        block.log(slot, loggedPart);
        logged.appended(block, loggedPart);
        block.filled = slot + 1;
        block.existing++;
        entries++;
        nextMsgId = first + messages;
        if (references == 0) {
            markDead(block, slot);
        }
        return block.isFull();
    }

    /** One more reference to the entry a message lies in. */
    synchronized void refer(long msgId) {
        change(find(msgId).commitNo(), 1);
    }

    /** One reference fewer to the entry a message lies in. */
    synchronized void release(long msgId) {
        change(find(msgId).commitNo(), -1);
    }

    /** One more reference to an entry as such. */
    synchronized void referEntry(long commitNo) {
        change(commitNo, 1);
    }

    /** One reference fewer to an entry as such. */
    synchronized void releaseEntry(long commitNo) {
        change(commitNo, -1);
    }

    /**
     * The replay log gives up what it holds up to an id: a reference for each message.
     *
     * @param messages how many those are
     * @param sizeBytes their bytes
     */
    synchronized void trim(long throughMsgId, long messages, long sizeBytes) {
        logged.trim(throughMsgId, messages, sizeBytes, (block, slot, gone) -> change(block, slot, (int) -gone));
    }

    private void change(long commitNo, int by) {
        IndexBlock block = commitNo < 0 ? null : byCommit.get(IndexBlock.firstCommitOfBlockWith(commitNo));
        if (block != null) {
            change(block, block.slot(commitNo), by);
        }
    }

    private void change(IndexBlock block, int slot, int by) {
        if ((block.flags[slot] & IndexBlock.EXISTS) == 0) {
            return;
        }
        block.references[slot] += by;
        if (block.references[slot] == 0) {
            markDead(block, slot);
        } else {
            dead.remove(block.firstCommitNo + slot);
        }
    }

    private void markDead(IndexBlock block, int slot) {
        // The fence of L7: the slot of an opening entry is the only one a paused former owner can still try.
        if ((block.flags[slot] & IndexBlock.OPENING) == 0) {
            dead.add(block.firstCommitNo + slot);
        }
    }

    /** What keeps an entry alive; 0 if it is dead or not there. */
    synchronized int references(long commitNo) {
        IndexBlock block = byCommit.get(IndexBlock.firstCommitOfBlockWith(commitNo));
        return block == null ? 0 : block.references[block.slot(commitNo)];
    }

    /**
     * Forgets all references but the replay log's, which are those it has by these totals, to count them anew after a recovery; then
     * {@link #buryUnreferenced}.
     */
    synchronized void forgetReferences(LogTotals log) {
        dead.clear();
        logged.recount(byCommit.values(), log.trimmedThroughMsgId(), log.messages(), log.sizeBytes());
        for (IndexBlock block : byCommit.values()) {
            for (int slot = 0; slot < block.filled; slot++) {
                block.references[slot] = (int) logged.held(block, slot);
            }
        }
    }

    synchronized void buryUnreferenced() {
        for (IndexBlock block : byCommit.values()) {
            for (int slot = 0; slot < block.filled; slot++) {
                if ((block.flags[slot] & IndexBlock.EXISTS) != 0 && block.references[slot] == 0) {
                    markDead(block, slot);
                }
            }
        }
    }

    /** Entries below {@code tailFrom} that nobody needs, at most {@code max}, rising. */
    public synchronized List<Long> dead(long tailFrom, int max) {
        List<Long> result = new ArrayList<>();
        for (long commitNo : dead.headSet(tailFrom)) {
            if (result.size() == max) {
                break;
            }
            result.add(commitNo);
        }
        return result;
    }

    /** Whether an entry has content in uploads, which go with it. */
    public synchronized boolean hasUploads(long commitNo) {
        IndexBlock block = byCommit.get(IndexBlock.firstCommitOfBlockWith(commitNo));
        return block != null && (block.flags[block.slot(commitNo)] & IndexBlock.UPLOADS) != 0;
    }

    /** The entries with content in uploads, rising. */
    public synchronized List<Long> withUploads() {
        List<Long> result = new ArrayList<>();
        for (IndexBlock block : byCommit.values()) {
            for (int slot = 0; slot < block.filled; slot++) {
                if ((block.flags[slot] & IndexBlock.EXISTS) != 0 && (block.flags[slot] & IndexBlock.UPLOADS) != 0) {
                    result.add(block.firstCommitNo + slot);
                }
            }
        }
        return result;
    }

    /** Entries were deleted from the database; the first commit numbers of blocks that are now empty and gone. */
    synchronized List<Long> forget(List<Long> commitNos) {
        List<Long> emptied = new ArrayList<>();
        for (long commitNo : commitNos) {
            dead.remove(commitNo);
            compacted.remove(commitNo);
            IndexBlock block = byCommit.get(IndexBlock.firstCommitOfBlockWith(commitNo));
            int slot = block == null ? -1 : block.slot(commitNo);
            if (block == null || (block.flags[slot] & IndexBlock.EXISTS) == 0) {
                continue;
            }
            block.flags[slot] = 0;
            block.existing--;
            entries--;
            if (block.existing == 0 && block.isFull()) {
                byCommit.remove(block.firstCommitNo);
                byMsgId.remove(block.firstMsgId[0], block);
                emptied.add(block.firstCommitNo);
            }
        }
        return emptied;
    }

    /** Entries below {@code tailFrom} with much body and few references left, at most {@code max}: worth compacting [LOG.md L16]. */
    public synchronized List<Long> mostlyDead(long tailFrom, int leastBodyBytes, int max) {
        List<Long> result = new ArrayList<>();
        for (IndexBlock block : byCommit.values()) {
            for (int slot = 0; slot < block.filled && result.size() < max; slot++) {
                long commitNo = block.firstCommitNo + slot;
                if (commitNo < tailFrom && block.bodyBytes[slot] >= leastBodyBytes && isMostlyDead(block, slot)) {
                    result.add(commitNo);
                }
            }
        }
        return result;
    }

    private boolean isMostlyDead(IndexBlock block, int slot) {
        int present = block.flags[slot] & (IndexBlock.EXISTS | IndexBlock.PREPARED);
        int before = compacted.getOrDefault(block.firstCommitNo + slot, block.messages[slot]);
        return present == IndexBlock.EXISTS && block.references[slot] > 0 && block.references[slot] * 4L <= before;
    }

    /** An entry was rewritten with a shorter body. */
    synchronized void shrunk(long commitNo, int bodyBytes) {
        IndexBlock block = byCommit.get(IndexBlock.firstCommitOfBlockWith(commitNo));
        if (block != null) {
            int slot = block.slot(commitNo);
            block.bodyBytes[slot] = bodyBytes;
            compacted.put(commitNo, block.references[slot]);
        }
    }

    /** The bytes of a full block. */
    synchronized byte[] serialize(long firstCommitNo) {
        return Objects.requireNonNull(byCommit.get(firstCommitNo)).serialize();
    }

    synchronized boolean hasBlock(long firstCommitNo) {
        return byCommit.containsKey(firstCommitNo);
    }

    /** The first commit of the block that is still being filled: no checkpoint has it, so the fold must begin there at the latest. */
    synchronized long firstUnsavedCommitNo(long lastCommitNo) {
        long start = IndexBlock.firstCommitOfBlockWith(lastCommitNo);
        IndexBlock block = byCommit.get(start);
        return block != null && block.isFull() ? start + IndexBlock.ENTRIES : start;
    }
}
