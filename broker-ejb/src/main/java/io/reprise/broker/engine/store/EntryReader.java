package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;
import java.util.List;

/** Reads the log's rows, each call one short statement [LOG.md L11, L18]. Any thread. */
final class EntryReader {
    private final Sessions sessions;
    private final String vpn;

    EntryReader(Sessions sessions, String vpn) {
        this.sessions = sessions;
        this.vpn = vpn;
    }

    List<LogEntry> heads(long fromCommitNo, long toCommitNo) {
        return sessions.call(session -> session.createSelectionQuery("""
                        select new LogEntry(e.vpn, e.commitNo, e.epoch, e.nonce, e.firstMsgId, e.lastMsgId,
                            e.firstTime, e.lastTime, e.bodyBytes, e.head)
                        from LogEntry e where e.vpn = :vpn and e.commitNo between :from and :to order by e.commitNo""", LogEntry.class)
                .setParameter("vpn", vpn)
                .setParameter("from", fromCommitNo)
                .setParameter("to", toCommitNo)
                .getResultList());
    }

    /** Sizes first, so that no body is sent that the caller has no room for. */
    List<LogEntry> entries(long fromCommitNo, int maxEntries, long maxBytes) {
        long to = lastWithin(fromCommitNo, maxEntries, maxBytes);
        if (to < fromCommitNo) {
            return List.of();
        }
        return sessions.call(session -> session.createSelectionQuery(
                        "from LogEntry e where e.vpn = :vpn and e.commitNo between :from and :to order by e.commitNo",
                        LogEntry.class)
                .setParameter("vpn", vpn)
                .setParameter("from", fromCommitNo)
                .setParameter("to", to)
                .getResultList());
    }

    private long lastWithin(long fromCommitNo, int maxEntries, long maxBytes) {
        List<Object[]> sizes = sessions.call(session -> session.createNativeQuery(
                        "SELECT commit_no, body_bytes + LENGTH(head) FROM log_entry"
                                + " WHERE vpn = :vpn AND commit_no >= :from ORDER BY commit_no LIMIT :most",
                        Object[].class)
                .setParameter("vpn", vpn)
                .setParameter("from", fromCommitNo)
                .setParameter("most", maxEntries)
                .getResultList());
        long last = fromCommitNo - 1;
        long bytes = 0;
        for (Object[] row : sizes) {
            last = ((Number) row[0]).longValue();
            bytes += ((Number) row[1]).longValue();
            if (bytes > maxBytes) {
                break;
            }
        }
        return last;
    }
}
