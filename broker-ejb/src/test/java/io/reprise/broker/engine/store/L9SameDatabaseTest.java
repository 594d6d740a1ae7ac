package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L9] A server without the last entry is not the one that was written to: a failover, a restored backup. */
@Timeout(60)
class L9SameDatabaseTest {
    private static FaultyProxy proxy;
    private static Database database;

    private final String vpn = TestDatabase.newVpn();

    @BeforeAll
    static void connect() throws IOException {
        proxy = new FaultyProxy(MariaDbServer.shared().port(), TestDatabase.MARKER);
        database = TestDatabase.connect(proxy.port());
    }

    @AfterAll
    static void disconnect() throws IOException {
        database.close();
        proxy.close();
    }

    @Test
    void stepsDownAfterAReconnectToADatabaseWithoutItsLastEntry() {
        try (VpnStore store = database.openVpn(vpn, "node")) {
            long last = TestDatabase.appendSome(store, store.openingCommitNo() + 1, 5);
            TestDatabase.execute("DELETE FROM log_entry WHERE vpn = '" + vpn + "' AND commit_no = " + last);
            proxy.arm(Fault.CUT_BEFORE);

            AppendResult result = store.append(TestDatabase.entry(store, last + 1));

            assertThat(result.kind()).isEqualTo(Kind.FENCED);
            assertThat(store.readHeads(last + 1, last + 1)).isEmpty();
        }
    }

    @Test
    void stepsDownAfterAReconnectToADatabaseWithAnotherLastEntry() {
        try (VpnStore store = database.openVpn(vpn, "node")) {
            long last = TestDatabase.appendSome(store, store.openingCommitNo() + 1, 5);
            TestDatabase.execute(
                    "UPDATE log_entry SET nonce = nonce + 1 WHERE vpn = '" + vpn + "' AND commit_no = " + last);
            proxy.arm(Fault.CUT_BEFORE);

            assertThat(store.append(TestDatabase.entry(store, last + 1)).kind()).isEqualTo(Kind.FENCED);
        }
    }

    @Test
    void refusesToOpenALogWithAGapAboveTheCheckpoint() {
        long last = writeSomeAndClose();
        TestDatabase.execute("DELETE FROM log_entry WHERE vpn = '" + vpn + "' AND commit_no = " + (last - 1));

        assertThatThrownBy(() -> database.openVpn(vpn, "node"))
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LOG_INCOMPLETE))
                .hasMessageContaining(vpn)
                .hasMessageContaining("has 6 entries from 1 to 7, allowed: 7");
    }

    @Test
    void opensALogWithGapsBelowTheCheckpoint() {
        long last = writeSomeAndClose();
        try (VpnStore store = database.openVpn(vpn, "node")) {
            store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, last)));
        }
        TestDatabase.execute("DELETE FROM log_entry WHERE vpn = '" + vpn + "' AND commit_no = " + (last - 1));

        try (VpnStore store = database.openVpn(vpn, "node")) {
            assertThat(store.verifyOwnership()).isTrue();
        }
    }

    @Test
    void refusesToOpenALogThatEndsBelowItsCheckpoint() {
        long last = writeSomeAndClose();
        try (VpnStore store = database.openVpn(vpn, "node")) {
            store.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, last + 100)));
        }

        assertThatThrownBy(() -> database.openVpn(vpn, "node")).hasMessageContaining("entries from " + (last + 100));
    }

    private long writeSomeAndClose() {
        try (VpnStore store = database.openVpn(vpn, "node")) {
            return TestDatabase.appendSome(store, store.openingCommitNo() + 1, 5);
        }
    }
}
