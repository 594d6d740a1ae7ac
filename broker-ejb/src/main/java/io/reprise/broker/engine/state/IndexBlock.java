package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.CommitBlock;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * What is known without the database of {@link #ENTRIES} entries in a row: which exist, their first message id and count, the
 * length of their bodies, how many references keep them alive, and what they put into the replay log. Some 21 bytes an entry, 16
 * more where anything is logged. Not thread-safe: {@link EntryIndex} guards it.
 */
final class IndexBlock {
    static final int ENTRIES = CommitBlock.ENTRIES;

    static final int EXISTS = 1;
    static final int OPENING = 1 << 1;
    static final int UPLOADS = 1 << 2;
    /** Messages of it were put into the replay log; those not trimmed are a reference each [LOG.md L17]. */
    static final int LOGGED = 1 << 3;

    /** A branch was prepared in it: its bodies are not in the directory, and it is not compacted. */
    static final int PREPARED = 1 << 4;

    private static final int FORMAT = 2;

    /** Without what was logged: no broker that wrote it had a replay log. */
    private static final int FORMAT_WITHOUT_LOG = 1;

    final long firstCommitNo;
    /** The first id of the entry, or, if it brought none, the id that was next then: never falling, so it can be searched. */
    final long[] firstMsgId = new long[ENTRIES];

    final int[] messages = new int[ENTRIES];
    final int[] bodyBytes = new int[ENTRIES];
    final int[] references = new int[ENTRIES];
    final byte[] flags = new byte[ENTRIES];
    /** Null as long as nothing of the block is logged. */
    @Nullable
    LoggedColumns logged;

    int filled;
    int existing;

    IndexBlock(long firstCommitNo) {
        this.firstCommitNo = firstCommitNo;
    }

    static long firstCommitOfBlockWith(long commitNo) {
        return CommitBlock.firstWith(commitNo);
    }

    int slot(long commitNo) {
        return (int) (commitNo - firstCommitNo);
    }

    boolean isFull() {
        return filled == ENTRIES;
    }

    /** The last id that an entry gave; one below its first if it gave none. */
    long lastMsgId(int slot) {
        return firstMsgId[slot] + messages[slot] - 1;
    }

    void log(int slot, LoggedPart part) {
        if (part.messages() > 0) {
            LoggedColumns columns = logged == null ? new LoggedColumns() : logged;
            columns.set(slot, firstMsgId[slot], part);
            logged = columns;
        }
    }

    /** The slot that holds {@code msgId}, or -1. */
    int slotOf(long msgId) {
        int low = 0;
        int high = filled - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstMsgId[middle] <= msgId) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        boolean inside = filled > 0
                && (flags[low] & EXISTS) != 0
                && firstMsgId[low] <= msgId
                && msgId < firstMsgId[low] + messages[low];
        return inside ? low : -1;
    }

    byte[] serialize() {
        WireWriter out = new WireWriter(ENTRIES * 6);
        out.writeByte(FORMAT);
        long previous = 0;
        long previousTime = 0;
        for (int slot = 0; slot < ENTRIES; slot++) {
            out.writeByte(flags[slot]).writeVarLong(firstMsgId[slot] - previous);
            out.writeVarInt(messages[slot]).writeVarInt(bodyBytes[slot]);
            previous = firstMsgId[slot];
            if (logged != null && (flags[slot] & LOGGED) != 0) {
                out.writeVarInt(logged.messages(slot)).writeVarInt(logged.firstOffset(slot));
                out.writeVarLong(logged.sizeBytes(slot)).writeVarLong(logged.timeMillis(slot) - previousTime);
                previousTime = logged.timeMillis(slot);
            }
        }
        return out.toByteArray();
    }

    /** Reads what {@link #serialize} wrote; {@link MalformedWireException} if it can't be that. */
    static IndexBlock load(long firstCommitNo, byte[] serialized) {
        WireReader in = new WireReader(serialized);
        int format = in.readByte();
        if (format != FORMAT && format != FORMAT_WITHOUT_LOG) {
            throw new MalformedWireException("entry block of format " + format + ", known: up to " + FORMAT);
        }
        IndexBlock block = new IndexBlock(firstCommitNo);
        long previous = 0;
        long previousTime = 0;
        for (int slot = 0; slot < ENTRIES; slot++) {
            block.flags[slot] = (byte) in.readByte();
            previous += in.readVarLong();
            block.firstMsgId[slot] = previous;
            block.messages[slot] = in.readVarInt();
            block.bodyBytes[slot] = in.readVarInt();
            if ((block.flags[slot] & EXISTS) != 0) {
                block.existing++;
            }
            if ((block.flags[slot] & LOGGED) != 0) {
                requireLog(format, firstCommitNo);
                int messages = in.readVarInt();
                long firstLogged = previous + in.readVarInt();
                long sizeBytes = in.readVarLong();
                previousTime += in.readVarLong();
                block.log(slot, new LoggedPart(messages, sizeBytes, previousTime, firstLogged));
            }
        }
        in.requireEnd();
        block.filled = ENTRIES;
        return block;
    }

    private static void requireLog(int format, long firstCommitNo) {
        if (format == FORMAT_WITHOUT_LOG) {
            throw new MalformedWireException("entry block from " + firstCommitNo + " on is of format " + format
                    + ", which does not say what the replay log holds, and has entries that are logged");
        }
    }
}
