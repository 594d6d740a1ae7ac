package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.hibernate.StatelessSession;

/**
 * Takes back the room of dead entries [LOG.md L16, L18]. Kept whatever is asked: opening entries, since their slots must stay
 * taken [L7]; the last entry, by which the tail is found and the owner knows its log again [L9]; and all that a recovery would
 * fold. A background thread.
 */
final class Reclaim {
    private static final int ROWS_A_STATEMENT = 100;

    private final Sessions sessions;
    private final String vpn;
    private final long epoch;
    private final Set<Long> openings;
    private final LongSupplier lastCommitNo;

    /**
     * @param openings the slots of all opening entries
     * @param lastCommitNo the last entry that is surely there
     */
    Reclaim(Sessions sessions, String vpn, long epoch, Set<Long> openings, LongSupplier lastCommitNo) {
        this.sessions = sessions;
        this.vpn = vpn;
        this.epoch = epoch;
        this.openings = openings;
        this.lastCommitNo = lastCommitNo;
    }

    void delete(List<Long> commitNos) {
        long last = lastCommitNo.getAsLong();
        List<Long> dead = commitNos.stream()
                .filter(commitNo -> commitNo < last && !openings.contains(commitNo))
                .sorted()
                .toList();
        for (int from = 0; from < dead.size(); from += ROWS_A_STATEMENT) {
            List<Long> some = dead.subList(from, Math.min(dead.size(), from + ROWS_A_STATEMENT));
            sessions.guarded(vpn, epoch, session -> delete(session, some));
        }
    }

    private void delete(StatelessSession session, List<Long> commitNos) {
        session.createNativeMutationQuery("DELETE FROM log_entry WHERE vpn = :vpn AND commit_no IN (:dead)"
                        + " AND commit_no < (SELECT tail_from FROM checkpoint WHERE vpn = :vpn)")
                .setParameter("vpn", vpn)
                .setParameterList("dead", commitNos)
                .executeUpdate();
    }

    /** Number, nonce, ids and times stay; so does an entry that is another than the one meant. */
    void rewrite(LogEntry compacted) {
        sessions.guarded(
                vpn,
                epoch,
                session -> session.createMutationQuery("""
                        update LogEntry e set e.head = :head, e.body = :body, e.bodyBytes = :bytes
                        where e.vpn = :vpn and e.commitNo = :commitNo and e.nonce = :nonce""")
                        .setParameter("head", compacted.head())
                        .setParameter("body", compacted.body())
                        .setParameter("bytes", compacted.bodyBytes())
                        .setParameter("vpn", vpn)
                        .setParameter("commitNo", compacted.commitNo())
                        .setParameter("nonce", compacted.nonce())
                        .executeUpdate());
    }
}
