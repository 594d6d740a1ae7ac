package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L1] An entry is one prepared statement outside any transaction. */
@Timeout(60)
class L1OneStatementTest {
    private static final long ENTRIES = 50;

    @Test
    void sendsNothingButTheInsertForAnEntry() throws SQLException {
        try (VpnStore store = TestDatabase.shared().openVpn(TestDatabase.newVpn(), "node");
                Connection observer = MariaDbServer.shared().connect("")) {
            long last = TestDatabase.appendSome(store, store.openingCommitNo() + 1, 1);
            Map<String, Long> before = statements(observer);

            TestDatabase.appendSome(store, last + 1, (int) ENTRIES);

            Map<String, Long> after = statements(observer);
            after.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
            assertThat(after).containsEntry("Com_insert", ENTRIES).containsEntry("Com_stmt_execute", ENTRIES);
            assertThat(after)
                    .containsEntry("Com_stmt_prepare", 0L)
                    .containsEntry("Com_begin", 0L)
                    .containsEntry("Com_commit", 0L);
        }
    }

    private static Map<String, Long> statements(Connection observer) throws SQLException {
        Map<String, Long> counts = new HashMap<>();
        try (Statement statement = observer.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Com\\_%'")) {
            while (rows.next()) {
                counts.put(rows.getString(1), rows.getLong(2));
            }
        }
        return counts;
    }
}
