package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.CommitBlock;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.store.VpnOwner;
import java.util.List;
import java.util.Optional;
import org.hibernate.StatelessSession;

/**
 * What a deleted VPN leaves behind, and its going. Whoever clears takes it over, as an owner does [LOG.md L7, L8]: the last owner is
 * fenced, and a VPN that is made meanwhile can't be cleared. All goes but what keeps every former owner fenced, also from a later VPN of the
 * same name: the owner's row, the opening entries, and a last entry, after which such a VPN goes on with commits, ids and epochs. May
 * be run again after a failure, and more than once. Any thread.
 */
final class VpnRemains {
    private static final int ROWS_A_STATEMENT = 100;

    /** Everything that names its VPN, but the log and what is kept. */
    static final List<String> CLEARED = List.of(
            "subscription",
            "endpoint",
            "replay_log",
            "replay_log_filter",
            "vpn_object",
            "backlog",
            "endpoint_total",
            "delivery_note",
            "publisher_sequence",
            "prepared_branch",
            "entry_block",
            "body_chunk");

    private final Sessions sessions;
    private final String vpn;

    VpnRemains(Sessions sessions, String vpn) {
        this.sessions = sessions;
        this.vpn = vpn;
    }

    /** @throws FencedException if the VPN was made again meanwhile, or another clears too */
    void clear() {
        Optional<LogEntry> taken = sessions.inTransaction(this::takeOver);
        taken.ifPresent(opening -> {
            long epoch = opening.epoch();
            CLEARED.forEach(table -> clear(epoch, table, ""));
            sessions.guarded(vpn, epoch, session -> endLog(session, opening));
            clear(
                    epoch,
                    "log_entry",
                    " AND commit_no NOT IN (SELECT commit_no FROM vpn_takeover WHERE vpn = :vpn)"
                            + " AND commit_no < (SELECT as_of FROM checkpoint WHERE vpn = :vpn)");
        });
    }

    /** Empty if there is nothing to clear, or the VPN exists. */
    private Optional<LogEntry> takeOver(StatelessSession session) {
        boolean nothing = session.get(VpnOwner.class, vpn) == null || session.get(Vpn.class, vpn) != null;
        return nothing ? Optional.empty() : Optional.of(new Takeover(session, vpn, "deleted").take());
    }

    private void clear(long epoch, String table, String condition) {
        int[] deleted = {ROWS_A_STATEMENT};
        while (deleted[0] == ROWS_A_STATEMENT) {
            sessions.guarded(
                    vpn,
                    epoch,
                    session -> deleted[0] = session.createNativeMutationQuery("DELETE FROM " + table
                                    + " WHERE vpn = :vpn" + condition + " LIMIT " + ROWS_A_STATEMENT)
                            .setParameter("vpn", vpn)
                            .executeUpdate());
        }
    }

    /**
     * A later VPN folds none of this log and gives no id of it again: that is noted before the entries go which tell the ids. Its
     * first entry begins a block of the entry index, since a checkpoint goes back to the beginning of the last one.
     */
    private void endLog(StatelessSession session, LogEntry opening) {
        long last = CommitBlock.lastWith(opening.commitNo());
        if (last > opening.commitNo()) {
            session.insert(Takeover.closing(vpn, last, opening.epoch(), opening.lastTime()));
        }
        session.createNativeMutationQuery("""
                        REPLACE INTO checkpoint
                            (vpn, tail_from, as_of, last_msg_id, last_time, next_endpoint_id, logged_count, logged_bytes)
                        SELECT log.vpn, MAX(log.commit_no) + 1, MAX(log.commit_no),
                            GREATEST(MAX(log.last_msg_id), COALESCE(MAX(old.last_msg_id), 0)),
                            GREATEST(MAX(log.last_time), COALESCE(MAX(old.last_time), 0)),
                            COALESCE(MAX(old.next_endpoint_id), 1), 0, 0
                        FROM log_entry log LEFT JOIN checkpoint old ON old.vpn = log.vpn
                        WHERE log.vpn = :vpn GROUP BY log.vpn""").setParameter("vpn", vpn).executeUpdate();
    }
}
