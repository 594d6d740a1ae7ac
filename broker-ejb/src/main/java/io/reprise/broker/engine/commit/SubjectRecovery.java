package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.live.LiveFeed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EntryIndex;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads back, by heads, what subjects had: the snapshots, wherever they lie, and the newest messages, as far as the log has them without a
 * gap [spec 3.2, LOG.md L28]. Before anyone is served; on the recovering thread.
 */
final class SubjectRecovery {
    private static final System.Logger LOG = System.getLogger(SubjectRecovery.class.getName());
    private static final int ENTRIES_A_PAGE = 128;
    private static final int SCATTERED_A_PAGE = 1_000;
    private static final long PAGE_BYTES = 4 << 20;

    private final VpnStore store;
    private final VpnState state;
    private final SubjectHeads heads;
    private final LiveFeed live;
    private final long originCommitNo;

    /** @param originCommitNo the entry that the VPN's origin began with */
    SubjectRecovery(VpnStore store, VpnState state, SubjectHeads heads, LiveFeed live, long originCommitNo) {
        this.store = store;
        this.state = state;
        this.heads = heads;
        this.live = live;
        this.originCommitNo = originCommitNo;
    }

    /** Tells heads and live side what was there, in the order of ids. */
    void run(VpnSettings settings, long nowMillis) {
        long from = keptFrom(settings, nowMillis);
        long before = scattered(from);
        for (long page = from; page <= state.lastCommitNo(); page += ENTRIES_A_PAGE) {
            long through = Math.min(page + ENTRIES_A_PAGE - 1, state.lastCommitNo());
            store.readHeads(page, through).forEach(entry -> tell(entry, true));
        }
        live.recoveredThrough(state.lastMsgId());
        LOG.log(
                System.Logger.Level.DEBUG,
                "VPN ''{0}'': {1} older snapshots, subjects from entry {2} to {3}",
                store.vpn(),
                before,
                from,
                state.lastCommitNo());
    }

    /**
     * From which entry on every message is there: back to the age of the history, to its bound, or to the first gap, where an entry was
     * deleted or compacted. And no further than the origin: in the database that was backed up, numberings went on, with other messages
     * at the same places. Behind a restored backup each begins anew.
     */
    private long keptFrom(VpnSettings settings, long nowMillis) {
        long oldestMillis = nowMillis - settings.cacheExpireTime().toMillis();
        long roomBytes = settings.maxCacheBytes();
        long from = state.lastCommitNo() + 1;
        while (from > 1) {
            List<LogEntry> page = store.readHeads(Math.max(1, from - ENTRIES_A_PAGE), from - 1);
            for (int i = page.size() - 1; i >= 0; i--) {
                LogEntry entry = page.get(i);
                roomBytes -= entry.bodyBytes();
                if (entry.commitNo() != from - 1
                        || entry.commitNo() <= originCommitNo
                        || entry.firstMsgId() != 0 && entry.lastTime() < oldestMillis
                        || roomBytes < 0
                        || !isWhole(entry)) {
                    return from;
                }
                from--;
            }
            if (page.isEmpty()) {
                return from;
            }
        }
        return from;
    }

    private static boolean isWhole(LogEntry entry) {
        EntryHead head = head(entry);
        return head != null
                && (entry.firstMsgId() == 0
                        ? head.messages().isEmpty()
                        : head.messages().size() == entry.lastMsgId() - entry.firstMsgId() + 1);
    }

    private static @Nullable EntryHead head(LogEntry entry) {
        try {
            return EntryCodec.decode(entry.head());
        } catch (MalformedWireException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "log entry " + entry.commitNo() + " of VPN '" + entry.vpn()
                            + "' is damaged: its subjects begin anew",
                    e);
            return null;
        }
    }

    /** Snapshots in entries before; how many. */
    private long scattered(long beforeCommitNo) {
        List<Long> commitNos = new ArrayList<>();
        long[] last = {0};
        state.snapshots().forEach((lane, msgId) -> {
            EntryIndex.Location at = state.entries().find(msgId);
            if (at.exists() && at.commitNo() < beforeCommitNo && at.commitNo() != last[0]) {
                last[0] = at.commitNo();
                commitNos.add(at.commitNo());
            }
        });
        long[] told = {0};
        int done = 0;
        while (done < commitNos.size()) {
            List<Long> page = commitNos.subList(done, Math.min(commitNos.size(), done + SCATTERED_A_PAGE));
            List<LogEntry> entries = store.readHeads(page, PAGE_BYTES);
            entries.forEach(entry -> told[0] += tell(entry, false));
            done += Math.max(1, entries.size());
        }
        return told[0];
    }

    /** How many of its messages are snapshots. */
    private int tell(LogEntry entry, boolean kept) {
        EntryHead head = head(entry);
        int snapshots = 0;
        for (MessageSlot slot : head == null ? List.<MessageSlot>of() : head.messages()) {
            boolean snapshot =
                    SubjectHeads.isSnapshot(slot) && state.snapshots().contains(slot.msgId());
            if (SubjectHeads.isOnSubject(slot) && (snapshot || kept && !slot.direct())) {
                heads.recovered(slot, snapshot, kept);
                live.recovered(slot, snapshot, kept);
                snapshots += snapshot ? 1 : 0;
            }
        }
        return snapshots;
    }
}
