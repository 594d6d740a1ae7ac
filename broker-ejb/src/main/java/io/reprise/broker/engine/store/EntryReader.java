package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the log's rows, each call one short statement [LOG.md L11, L18]. Any thread. */
final class EntryReader {
    private static final String HEADS = """
            select new LogEntry(e.vpn, e.commitNo, e.epoch, e.nonce, e.firstMsgId, e.lastMsgId,
                e.firstTime, e.lastTime, e.bodyBytes, e.head)
            from LogEntry e where e.vpn = :vpn and e.commitNo\s""";

    private final Sessions sessions;
    private final String vpn;

    EntryReader(Sessions sessions, String vpn) {
        this.sessions = sessions;
        this.vpn = vpn;
    }

    List<LogEntry> heads(long fromCommitNo, long toCommitNo) {
        return sessions.call(session -> session.createSelectionQuery(
                        HEADS + "between :from and :to order by e.commitNo", LogEntry.class)
                .setParameter("vpn", vpn)
                .setParameter("from", fromCommitNo)
                .setParameter("to", toCommitNo)
                .getResultList());
    }

    /** Sizes first, so that no head is sent that the caller has no room for. */
    List<LogEntry> heads(List<Long> commitNos, long maxBytes) {
        List<Long> wanted = within(commitNos, maxBytes);
        if (wanted.isEmpty()) {
            return List.of();
        }
        Map<Long, LogEntry> found = new HashMap<>();
        sessions.call(session -> session.createSelectionQuery(HEADS + "in (:commitNos)", LogEntry.class)
                        .setParameter("vpn", vpn)
                        .setParameterList("commitNos", wanted)
                        .getResultList())
                .forEach(entry -> found.put(entry.commitNo(), entry));
        return wanted.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private List<Long> within(List<Long> commitNos, long maxBytes) {
        if (commitNos.isEmpty()) {
            return List.of();
        }
        Map<Long, Long> sizes = new HashMap<>();
        sessions.call(session -> session.createNativeQuery(
                                "SELECT commit_no, LENGTH(head) FROM log_entry WHERE vpn = :vpn AND commit_no IN (:commitNos)",
                                Object[].class)
                        .setParameter("vpn", vpn)
                        .setParameterList("commitNos", commitNos)
                        .getResultList())
                .forEach(row -> sizes.put(((Number) row[0]).longValue(), ((Number) row[1]).longValue()));
        List<Long> result = new ArrayList<>();
        long bytes = 0;
        for (long commitNo : commitNos) {
            Long size = sizes.get(commitNo);
            if (bytes > maxBytes) {
                break;
            }
            if (size != null) {
                result.add(commitNo);
                bytes += size;
            }
        }
        return result;
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
