package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EntryIndex;
import io.reprise.broker.engine.state.LoggedIndex;
import io.reprise.broker.engine.state.LoggedIndex.Cut;
import io.reprise.broker.engine.state.LoggedIndex.LoggedEntry;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the replay log by heads, page by page, whatever is trimmed meanwhile [spec 2.1]. Entries without logged messages are passed over
 * by the index, unread; a head that is damaged loses its own messages only [LOG.md L11]. Any thread; blocks for the database, and each
 * read is short [LOG.md L18].
 */
public final class LogReader {
    private static final System.Logger LOG = System.getLogger(LogReader.class.getName());

    private static final int ENTRIES_A_PAGE = 128;
    /** No further head once so many bytes of them were read. */
    private static final long HEAD_BYTES_A_PAGE = 256 << 10;

    private final VpnStore store;
    private final EntryIndex index;

    public LogReader(VpnStore store, EntryIndex index) {
        this.store = store;
        this.index = index;
    }

    /**
     * Some messages of the log.
     *
     * @param slots in the order asked for; perhaps none, though there are more
     * @param scannedThroughMsgId how far was looked, this id included: the next page goes on from it
     * @param isLast whether nothing was left to look at
     * @param lostMsgs messages that the log should have up to there, and that can't be read: their head is damaged or gone
     */
    public record Page(List<MessageSlot> slots, long scannedThroughMsgId, boolean isLast, long lostMsgs) {}

    /**
     * The next messages after an id and up to another, rising.
     *
     * @param msgId exclusive; it need not be in the log
     * @param throughMsgId inclusive, and given already
     * @throws io.reprise.broker.engine.store.StoreUnavailableException if the database is away
     */
    public Page after(long msgId, long throughMsgId) {
        List<LoggedEntry> entries = index.logged().entries(msgId, throughMsgId, ENTRIES_A_PAGE);
        Read read = read(entries);
        boolean isLast = entries.size() < ENTRIES_A_PAGE && read.entries() == entries.size();
        long scanned = isLast
                ? throughMsgId
                : Math.min(throughMsgId, entries.get(read.entries() - 1).lastMsgId());
        read.slots().removeIf(slot -> slot.msgId() <= msgId || slot.msgId() > throughMsgId);
        return new Page(read.slots(), scanned, isLast, read.lostMsgs());
    }

    /**
     * The next messages before an id, falling.
     *
     * @param msgId exclusive; it need not be in the log
     * @throws io.reprise.broker.engine.store.StoreUnavailableException if the database is away
     */
    public Page before(long msgId) {
        List<LoggedEntry> entries = index.logged().entriesBelow(msgId, ENTRIES_A_PAGE);
        Read read = read(entries);
        boolean isLast = entries.size() < ENTRIES_A_PAGE && read.entries() == entries.size();
        long scanned = isLast ? 0 : entries.get(read.entries() - 1).firstMsgId();
        read.slots().removeIf(slot -> slot.msgId() >= msgId);
        read.slots().sort(Comparator.comparingLong(MessageSlot::msgId).reversed());
        return new Page(read.slots(), scanned, isLast, read.lostMsgs());
    }

    /** From which id on the log's messages were taken in at this time or later; 0 if none was. At once, by the index. */
    public long firstMsgIdAtOrAfter(long timeMillis) {
        return index.logged().firstMsgIdAtOrAfter(timeMillis);
    }

    /** How many messages the log holds in a range; of the entries that it cuts all are counted. At once, by the index. */
    public long count(long fromMsgIdExclusive, long throughMsgId) {
        return index.logged().count(fromMsgIdExclusive, throughMsgId);
    }

    /** Whether the log holds a message; asks the database only if its entry is logged in part. */
    public boolean isLogged(long msgId) {
        List<LoggedEntry> entry = index.logged().entries(msgId - 1, msgId, 1);
        return !entry.isEmpty() && (entry.get(0).isLoggedWhole() || slot(msgId) != null);
    }

    /**
     * A message of the log; null if the log does not hold it.
     *
     * @throws io.reprise.broker.engine.store.StoreUnavailableException if the database is away
     */
    public @Nullable MessageSlot slot(long msgId) {
        for (MessageSlot slot :
                read(index.logged().entries(msgId - 1, msgId, 1)).slots()) {
            if (slot.msgId() == msgId) {
                return slot;
            }
        }
        return null;
    }

    /**
     * What of the log lies before a message: whole entries, and a part of the one that the message cuts, which is read now.
     *
     * @param msgId exclusive; it need not be in the log
     * @return chooses it when it is to be trimmed, at once
     * @throws io.reprise.broker.engine.store.StoreUnavailableException if the database is away
     */
    public Function<LoggedIndex, Cut> cutBefore(long msgId) {
        List<LoggedEntry> entries = index.logged().entries(msgId - 1, msgId, 1);
        if (entries.isEmpty()) {
            return now -> now.wholeBelow(msgId);
        }
        long firstOfEntry = entries.get(0).firstMsgId();
        List<MessageSlot> slots = read(entries).slots();
        List<MessageSlot> part =
                slots.stream().filter(slot -> slot.msgId() < msgId).toList();
        // Up to right before the next that stays, so that the log begins with that.
        long throughMsgId = part.size() == slots.size()
                ? entries.get(0).lastMsgId()
                : slots.get(part.size()).msgId() - 1;
        return now -> withPart(now, now.wholeBelow(firstOfEntry), part, throughMsgId);
    }

    private static Cut withPart(LoggedIndex now, Cut whole, List<MessageSlot> part, long throughMsgId) {
        long trimmed = now.trimmedThroughMsgId();
        List<MessageSlot> leaving =
                part.stream().filter(slot -> slot.msgId() > trimmed).toList();
        return leaving.isEmpty()
                ? whole
                : new Cut(
                        throughMsgId,
                        whole.messages() + leaving.size(),
                        whole.sizeBytes()
                                + leaving.stream()
                                        .mapToLong(MessageSlot::sizeBytes)
                                        .sum());
    }

    /**
     * What was read of some entries.
     *
     * @param entries how many of them were looked at, from the first
     * @param slots their logged messages, rising
     */
    private record Read(int entries, List<MessageSlot> slots, long lostMsgs) {}

    /** Reads as many of the entries as a page has room for. */
    private Read read(List<LoggedEntry> entries) {
        Map<Long, LogEntry> heads = new HashMap<>();
        List<Long> commitNos = entries.stream().map(LoggedEntry::commitNo).toList();
        store.readHeads(commitNos, HEAD_BYTES_A_PAGE).forEach(head -> heads.put(head.commitNo(), head));
        List<MessageSlot> slots = new ArrayList<>();
        long trimmed = index.logged().trimmedThroughMsgId();
        int looked = entries.size();
        while (looked > 1 && !heads.containsKey(commitNos.get(looked - 1)) && !heads.isEmpty()) {
            looked--;
        }
        long lost = 0;
        for (LoggedEntry entry : entries.subList(0, looked)) {
            lost += collect(entry, heads.get(entry.commitNo()), trimmed, slots);
        }
        return new Read(looked, slots, lost);
    }

    /** Adds what the log holds of an entry; how many messages are lost. */
    private long collect(LoggedEntry entry, @Nullable LogEntry head, long trimmed, List<MessageSlot> slots) {
        if (entry.lastMsgId() <= trimmed) {
            return 0;
        }
        String fault = "is missing";
        if (head != null) {
            try {
                for (MessageSlot slot : EntryCodec.decode(head.head()).messages()) {
                    if (slot.logged() && slot.msgId() > trimmed) {
                        slots.add(slot);
                    }
                }
                return 0;
            } catch (MalformedWireException e) {
                fault = "is damaged: " + e.getMessage();
            }
        }
        LOG.log(
                System.Logger.Level.ERROR,
                "log entry {0} of VPN ''{1}'' {2}; the replay log has lost {3} messages, {4} to {5}",
                entry.commitNo(),
                store.vpn(),
                fault,
                entry.messages(),
                entry.firstMsgId(),
                entry.lastMsgId());
        return entry.messages();
    }
}
