package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.VpnOwner;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The way from a database to a VPN's store: the row, the liveness lock, the takeover, the look for gaps. The opening thread. */
final class VpnOpening {
    private static final System.Logger LOG = System.getLogger(VpnOpening.class.getName());

    /** A former owner that still lives may fill the slot between the look at the tail and the opening entry. */
    private static final int TAKEOVER_TRIES = 20;

    private final DataSource dataSource;
    private final SessionFactory factory;
    private final DatabaseOptions options;
    private final String schema;
    private final Sessions sessions;
    private final VpnRows rows;

    VpnOpening(DataSource dataSource, SessionFactory factory, DatabaseOptions options, String schema) {
        this.dataSource = dataSource;
        this.factory = factory;
        this.options = options;
        this.schema = schema;
        this.sessions = new Sessions(factory);
        this.rows = new VpnRows(sessions);
    }

    VpnStore open(String vpn, String node) {
        OwnerLock lock = null;
        PinnedLink link = new PinnedLink(dataSource, factory, vpn);
        try {
            rows.require(vpn);
            lock = OwnerLock.take(dataSource, schema, vpn, options);
            if (lock == null) {
                throw liveOwner(vpn);
            }
            SlotMark opening = takeOver(vpn, node);
            demandNoGaps(vpn, opening.commitNo());
            link.open();
            return new JpaVpnStore(vpn, opening, openings(vpn), sessions, link, lock);
        } catch (Exception failure) {
            link.close();
            if (lock != null) {
                lock.close();
            }
            throw DatabaseFailures.translated(failure);
        }
    }

    private BrokerException liveOwner(String vpn) {
        VpnOwner owner = sessions.call(session -> session.get(VpnOwner.class, vpn));
        String who = owner == null
                ? "an unnamed node"
                : "'" + owner.node() + "' since " + Instant.ofEpochMilli(owner.since());
        return new BrokerException(
                ErrorCode.LIVE_OWNER_EXISTS,
                "VPN '" + vpn + "' in schema '" + schema + "' is owned by " + who + ", which is alive");
    }

    private SlotMark takeOver(String vpn, String node) {
        for (int tries = 1; ; tries++) {
            try {
                return sessions.inTransaction(session -> takeOver(session, vpn, node));
            } catch (RuntimeException failure) {
                if (tries == TAKEOVER_TRIES || SqlFailure.of(failure) == SqlFailure.REFUSED) {
                    throw failure;
                }
            }
        }
    }

    private static SlotMark takeOver(StatelessSession session, String vpn, String node) {
        LogEntry opening = new Takeover(session, vpn, node).run();
        if (Origins.renewIfRestored(session, vpn, opening.commitNo())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "VPN ''{0}'' is from a backup: it gets a new origin with entry {1}, and refuses references to messages by the old one",
                    vpn,
                    opening.commitNo());
        }
        return SlotMark.of(opening);
    }

    /** What a recovery will fold must be there without a gap [LOG.md L9]. */
    private void demandNoGaps(String vpn, long tailCommitNo) {
        long[] found = sessions.call(session -> new long[] {tailFrom(session, vpn), count(session, vpn, tailCommitNo)});
        long expected = tailCommitNo - found[0] + 1;
        if (found[1] != expected) {
            throw new BrokerException(
                    ErrorCode.LOG_INCOMPLETE,
                    "The log of VPN '" + vpn + "' has " + found[1] + " entries from " + found[0] + " to " + tailCommitNo
                            + ", allowed: " + expected);
        }
    }

    private static long tailFrom(StatelessSession session, String vpn) {
        Long tailFrom = number(session, "SELECT tail_from FROM checkpoint WHERE vpn = :vpn", vpn);
        return tailFrom == null ? 1 : tailFrom;
    }

    private static long count(StatelessSession session, String vpn, long tailCommitNo) {
        Long count = number(
                session,
                "SELECT COUNT(*) FROM log_entry WHERE vpn = :vpn AND commit_no <= " + tailCommitNo + " AND commit_no >="
                        + " COALESCE((SELECT tail_from FROM checkpoint WHERE vpn = :vpn), 1)",
                vpn);
        return count == null ? 0 : count;
    }

    private static @Nullable Long number(StatelessSession session, String query, String vpn) {
        return session.createNativeQuery(query, Long.class)
                .setParameter("vpn", vpn)
                .getSingleResultOrNull();
    }

    private Set<Long> openings(String vpn) {
        return sessions.call(session -> session.createSelectionQuery(
                        "select t.commitNo from VpnTakeover t where t.vpn = :vpn", Long.class)
                .setParameter("vpn", vpn)
                .getResultStream()
                .collect(Collectors.toUnmodifiableSet()));
    }
}
