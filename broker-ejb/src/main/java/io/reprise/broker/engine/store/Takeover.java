package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.VpnTakeover;
import java.security.SecureRandom;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * Makes this broker the owner of a VPN [LOG.md L7]: in one transaction the epoch rises and an opening entry fills the slot after
 * the last. From then on the former owner finds every slot it could write to taken. Used once, by the thread that opens.
 */
final class Takeover {
    private static final String NOW_MILLIS = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final StatelessSession session;
    private final String vpn;
    private final String node;

    Takeover(StatelessSession session, String vpn, String node) {
        this.session = session;
        this.vpn = vpn;
        this.node = node;
    }

    /**
     * Within a transaction that the caller commits; it may fail if a former owner fills the slot meanwhile, and be run again.
     *
     * @throws BrokerException {@code NOT_FOUND} if the VPN was deleted: a standby must not bring it back
     */
    LogEntry run() {
        VpnRows.require(session, vpn);
        return take();
    }

    /** Of what is left of a VPN that need not exist. */
    LogEntry take() {
        raiseEpoch();
        Object[] owner = session.createNativeQuery(
                        "SELECT epoch, since FROM vpn_owner WHERE vpn = :vpn", Object[].class)
                .setParameter("vpn", vpn)
                .getSingleResult();
        long epoch = ((Number) owner[0]).longValue();
        LogEntry opening = opening(epoch);
        session.insert(opening);
        session.insert(new VpnTakeover(vpn, epoch, opening.commitNo(), node, ((Number) owner[1]).longValue()));
        return opening;
    }

    /** The row's lock is held until the commit: two takeovers come one after the other. */
    private void raiseEpoch() {
        session.createNativeMutationQuery(
                        "INSERT INTO vpn_owner (vpn, epoch, touch, node, since) VALUES (:vpn, 1, 0, :node, "
                                + NOW_MILLIS + ") ON DUPLICATE KEY UPDATE epoch = epoch + 1, node = :node, since = "
                                + NOW_MILLIS)
                .setParameter("vpn", vpn)
                .setParameter("node", node)
                .executeUpdate();
    }

    /** The read locks: an entry that a former owner is just writing is waited for. */
    private LogEntry opening(long epoch) {
        List<Object[]> tail = session.createNativeQuery(
                        "SELECT commit_no, last_time FROM log_entry WHERE vpn = :vpn ORDER BY commit_no DESC LIMIT 1"
                                + " LOCK IN SHARE MODE",
                        Object[].class)
                .setParameter("vpn", vpn)
                .getResultList();
        long tailCommitNo = tail.isEmpty() ? 0 : ((Number) tail.get(0)[0]).longValue();
        long tailTime = tail.isEmpty() ? 0 : ((Number) tail.get(0)[1]).longValue();
        return empty(vpn, tailCommitNo + 1, epoch, tailTime, EntryCodec.openingHead(epoch));
    }

    /** An entry that closes a slot and changes nothing [LOG.md L2]. */
    static LogEntry closing(LogEntry refused) {
        return closing(refused.vpn(), refused.commitNo(), refused.epoch(), refused.firstTime());
    }

    static LogEntry closing(String vpn, long commitNo, long epoch, long time) {
        return empty(vpn, commitNo, epoch, time, EntryCodec.emptyHead());
    }

    private static LogEntry empty(String vpn, long commitNo, long epoch, long time, byte[] head) {
        return new LogEntry(vpn, commitNo, epoch, RANDOM.nextLong(), 0, 0, time, time, 0, head, null);
    }
}
