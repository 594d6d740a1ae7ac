package io.reprise.broker.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The committer's one connection, kept, and the session over it [LOG.md L1]. The committer's thread opens, uses and drops it; any
 * thread may cut it.
 */
final class PinnedLink {
    /** For everything in an insert but head and body, generously. */
    private static final long PACKET_OVERHEAD_BYTES = 8_192;

    private final DataSource dataSource;
    private final SessionFactory factory;
    private final String vpn;
    private @Nullable Connection connection;
    private volatile @Nullable Connection physical;
    private @Nullable StatelessSession session;
    private volatile long maxRowBytes;
    private volatile boolean cut;

    PinnedLink(DataSource dataSource, SessionFactory factory, String vpn) {
        this.dataSource = dataSource;
        this.factory = factory;
        this.vpn = vpn;
    }

    /** The session of the open link; null if it must be opened first. */
    @Nullable
    StatelessSession session() {
        return session;
    }

    /** The largest head and body together, bytes, by the server's setting when the link was last opened [LOG.md L3]. */
    long maxRowBytes() {
        return maxRowBytes;
    }

    StatelessSession open() throws SQLException {
        Connection opened = dataSource.getConnection();
        connection = opened;
        physical = Connections.physical(opened);
        if (cut) {
            drop();
            throw new SQLException("The connection was cut for good", "08003");
        }
        try (Statement statement = opened.createStatement();
                ResultSet answer = statement.executeQuery("SELECT @@global.max_allowed_packet")) {
            answer.next();
            maxRowBytes = answer.getLong(1) - PACKET_OVERHEAD_BYTES;
        } catch (SQLException failure) {
            drop();
            throw failure;
        }
        StatelessSession begun = factory.openStatelessSession(opened);
        session = begun;
        return begun;
    }

    /** What a slot holds now, null if nothing; waits for those that are just writing it. The link is open. */
    @Nullable
    SlotMark read(long commitNo) throws SQLException {
        Connection open = connection;
        if (open == null) {
            throw new SQLException("The connection was dropped", "08003");
        }
        try (PreparedStatement query = open.prepareStatement(
                "SELECT epoch, nonce FROM log_entry WHERE vpn = ? AND commit_no = ? LOCK IN SHARE MODE")) {
            query.setString(1, vpn);
            query.setLong(2, commitNo);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? new SlotMark(commitNo, row.getLong(1), row.getLong(2)) : null;
            }
        }
    }

    /** Makes a statement under way fail, and every later one. Any thread. */
    void cut() {
        cut = true;
        Connection open = physical;
        if (open != null) {
            Connections.cut(open);
        }
    }

    /** Ends a connection of which nothing is known any more. */
    void drop() {
        end(true);
    }

    /** Gives the connection back in good order. */
    void close() {
        end(false);
    }

    private void end(boolean broken) {
        StatelessSession begun = session;
        Connection open = connection;
        session = null;
        connection = null;
        physical = null;
        if (open != null) {
            if (broken) {
                Connections.cut(open);
            }
            closeQuietly(begun);
            Connections.giveBack(open);
        }
    }

    private static void closeQuietly(@Nullable StatelessSession begun) {
        try {
            if (begun != null) {
                begun.close();
            }
        } catch (RuntimeException failure) {
            System.getLogger(PinnedLink.class.getName())
                    .log(System.Logger.Level.DEBUG, "A session could not be closed", failure);
        }
    }
}
