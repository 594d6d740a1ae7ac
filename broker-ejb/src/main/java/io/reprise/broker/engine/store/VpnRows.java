package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.settings.FirstVersion;
import io.reprise.broker.model.store.Vpn;
import java.util.List;
import java.util.Optional;
import org.hibernate.StatelessSession;

/** Which VPNs there are: the rows of {@code vpn}. Any thread. */
final class VpnRows {
    private final Sessions sessions;

    VpnRows(Sessions sessions) {
        this.sessions = sessions;
    }

    /** In the order of names. */
    List<String> names() {
        return sessions.call(
                session -> session.createSelectionQuery("select v.name from Vpn v order by v.name", String.class)
                        .getResultList());
    }

    Optional<Vpn> find(String vpn) {
        return sessions.call(session -> Optional.ofNullable(session.get(Vpn.class, vpn)));
    }

    /** @throws BrokerException {@code NOT_FOUND} */
    void require(String vpn) {
        sessions.inTransaction(session -> {
            require(session, vpn);
            return vpn;
        });
    }

    /** Until the caller's transaction ends the VPN is there, or this has thrown {@code NOT_FOUND}. */
    static void require(StatelessSession session, String vpn) {
        List<String> found = session.createNativeQuery(
                        "SELECT name FROM vpn WHERE name = :vpn LOCK IN SHARE MODE", String.class)
                .setParameter("vpn", vpn)
                .getResultList();
        if (found.isEmpty()) {
            throw missing(vpn);
        }
    }

    static BrokerException missing(String vpn) {
        return new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + vpn + "' does not exist");
    }

    /** Makes a VPN that is not there; whether it was not. */
    boolean make(String vpn, VpnSettings settings) {
        int made = sessions.inTransaction(session -> session.createNativeMutationQuery(
                        "INSERT IGNORE INTO vpn (name, origin, created, settings, version, origin_mark)"
                                + " VALUES (:vpn, :origin, UNIX_TIMESTAMP(NOW(3)) * 1000, :settings, :version, "
                                + Origins.MARK
                                + ")")
                .setParameter("vpn", vpn)
                .setParameter("origin", Origins.random())
                .setParameter("settings", SettingsJson.write(settings))
                .setParameter("version", FirstVersion.next())
                .executeUpdate());
        return made == 1;
    }
}
