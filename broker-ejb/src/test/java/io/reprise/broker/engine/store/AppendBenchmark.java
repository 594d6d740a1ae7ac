package io.reprise.broker.engine.store;

import com.sun.management.ThreadMXBean;
import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.model.store.LogEntry;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;

/**
 * What an append costs beside the same insert by plain JDBC, in turns: time by the clock, time of the thread's processor, bytes
 * allocated. Run it on a quiet machine, with the test class path.
 */
final class AppendBenchmark {
    private static final int ROUNDS = 8;
    private static final int ROWS = 2_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AppendBenchmark() {}

    /** Arguments: bytes of head, bytes of body; 2,000 and 18,000 if none. */
    public static void main(String[] args) throws SQLException {
        byte[] head = new byte[args.length > 0 ? Integer.parseInt(args[0]) : 2_000];
        byte[] body = new byte[args.length > 1 ? Integer.parseInt(args[1]) : 18_000];
        new Random(1).nextBytes(head);
        new Random(2).nextBytes(body);
        MariaDbServer server = MariaDbServer.own("--innodb-log-file-size=1G");
        String schema = server.newDatabase();
        try (Database database = Database.connect(
                        server.url(schema), server.user(), server.password(), DatabaseOptions.defaults());
                VpnStore store = database.openVpn("default", "bench");
                Connection connection = DriverManager.getConnection(
                        server.url(schema) + "?useServerPrepStmts=true", server.user(), server.password())) {
            long commitNo = store.openingCommitNo() + 1;
            for (int round = 1; round <= ROUNDS; round++) {
                long first = commitNo;
                measure(round + " store", i -> append(store, first + i, head, body));
                commitNo += ROWS;
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO log_entry VALUES ('jdbc', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                    measure(round + " jdbc ", i -> insert(insert, first + i, head, body));
                }
            }
        }
        System.exit(0);
    }

    private interface Row {
        void write(long i) throws SQLException;
    }

    private static void measure(String what, Row row) throws SQLException {
        long wall = System.nanoTime();
        long processor = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROWS; i++) {
            row.write(i);
        }
        System.out.printf(
                "%s: %d us by the clock, %d us of processor, %d bytes allocated%n",
                what,
                (System.nanoTime() - wall) / ROWS / 1_000,
                (THREADS.getCurrentThreadCpuTime() - processor) / ROWS / 1_000,
                (THREADS.getCurrentThreadAllocatedBytes() - allocated) / ROWS);
    }

    private static void append(VpnStore store, long commitNo, byte[] head, byte[] body) {
        AppendResult result = store.append(new LogEntry(
                "default", commitNo, store.epoch(), commitNo, commitNo, commitNo, 1, 1, body.length, head, body));
        if (result.kind() != Kind.COMMITTED) {
            throw new IllegalStateException(result.toString());
        }
    }

    private static void insert(PreparedStatement insert, long commitNo, byte[] head, byte[] body) throws SQLException {
        for (int i = 1; i <= 7; i++) {
            insert.setLong(i, commitNo);
        }
        insert.setInt(8, body.length);
        insert.setBytes(9, head);
        insert.setBytes(10, body);
        insert.executeUpdate();
    }
}
