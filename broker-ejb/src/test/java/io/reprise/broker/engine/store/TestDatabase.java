package io.reprise.broker.engine.store;

import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.vpn.VpnName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** One schema on the shared server, opened once for all tests of the JVM; each test takes a VPN of its own. */
final class TestDatabase {
    /** Found by proxies in the bytes of every entry made here. */
    static final String MARKER = EntryMaker.MARKER;

    static final DatabaseOptions OPTIONS = DatabaseOptions.defaults().withLiveOwnerWait(Duration.ofMillis(100));

    private static final AtomicInteger VPNS = new AtomicInteger();
    private static final String SCHEMA = MariaDbServer.shared().newDatabase();
    private static final Database DATABASE = connect(MariaDbServer.shared().port());

    private TestDatabase() {}

    static Database shared() {
        return DATABASE;
    }

    static String schema() {
        return SCHEMA;
    }

    /** The same schema over another port, a proxy's. */
    static Database connect(int port) {
        return connect(port, OPTIONS);
    }

    static Database connect(int port, DatabaseOptions options) {
        MariaDbServer server = MariaDbServer.shared();
        return Database.connect(server.url(SCHEMA, port), server.user(), server.password(), options);
    }

    /** One that nobody has owned yet. */
    static String newVpn() {
        String vpn = "vpn" + VPNS.incrementAndGet();
        DATABASE.createVpn(VpnName.of(vpn), VpnSettings.DEFAULTS);
        return vpn;
    }

    /** An entry with one message, with the marker in it. */
    static LogEntry entry(VpnStore store, long commitNo) {
        return EntryMaker.entry(store.vpn(), store.epoch(), commitNo);
    }

    static LogEntry entry(VpnStore store, long commitNo, byte[] body) {
        return EntryMaker.entry(store.vpn(), store.epoch(), commitNo, body);
    }

    /** Appends so many entries and returns the last one's number. */
    static long appendSome(VpnStore store, long firstCommitNo, int count) {
        for (int i = 0; i < count; i++) {
            AppendResult result = store.append(entry(store, firstCommitNo + i));
            if (result.kind() != AppendResult.Kind.COMMITTED) {
                throw new AssertionError(result);
            }
        }
        return firstCommitNo + count - 1;
    }

    static void execute(String sql) {
        try (Connection connection = MariaDbServer.shared().connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    static List<Long> numbers(String sql) {
        try (Connection connection = MariaDbServer.shared().connect(SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** A killed connection keeps its locks until its thread in the database has noticed. */
    private static void endConnection(long holder, String lock) {
        execute("KILL " + holder);
        Awaitility.await().until(() -> !numbers(lock).contains(holder));
    }

    /** Ends the connection by which an owner shows that it lives, as its network's end would. */
    static void loseLivenessLock(String vpn) {
        String lock = "SELECT IS_USED_LOCK('reprise:" + SCHEMA + ":" + vpn + "')";
        numbers(lock).stream().filter(holder -> holder != 0).forEach(holder -> endConnection(holder, lock));
    }
}
