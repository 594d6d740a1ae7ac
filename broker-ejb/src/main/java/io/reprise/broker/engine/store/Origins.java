package io.reprise.broker.engine.store;

import java.security.SecureRandom;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The origins of VPNs, and whether one is of the database that it is found in [spec 1.2]. A database loaded from a dump has another
 * mark than it had; each of its VPNs then gets a new origin, since those who go on with the database that was dumped give the same ids to other messages.
 * Within the caller's transaction.
 */
final class Origins {
    /** When the database wrote the row of its mark, in microseconds; NULL if there is no mark. */
    static final String MARK =
            "(SELECT CAST(UNIX_TIMESTAMP(ROW_START) * 1000000 AS SIGNED) FROM database_mark WHERE id = 1)";

    private static final SecureRandom RANDOM = new SecureRandom();

    private Origins() {}

    static long random() {
        return RANDOM.nextLong();
    }

    /**
     * Mints a new origin if the VPN's is not of this database.
     *
     * @param openingCommitNo the entry that it begins with
     * @return whether it did
     */
    static boolean renewIfRestored(StatelessSession session, String vpn, long openingCommitNo) {
        Long mark = mark(session);
        if (mark == null) {
            session.createNativeMutationQuery("INSERT IGNORE INTO database_mark (id) VALUES (1)")
                    .executeUpdate();
            mark = mark(session);
        }
        return session.createNativeMutationQuery(
                                "UPDATE vpn SET origin = :origin, origin_mark = :mark, origin_commit_no = :opening"
                                        + " WHERE name = :vpn AND NOT (origin_mark <=> :mark)")
                        .setParameter("origin", random())
                        .setParameter("mark", mark)
                        .setParameter("opening", openingCommitNo)
                        .setParameter("vpn", vpn)
                        .executeUpdate()
                == 1;
    }

    private static @Nullable Long mark(StatelessSession session) {
        return session.createNativeQuery("SELECT " + MARK, Long.class).getSingleResultOrNull();
    }
}
