package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.vpn.VpnName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a deleted VPN leaves, and a later one of its name. */
class VpnRemainsTest {
    private final Database database = TestDatabase.shared();
    private final String vpn = TestDatabase.newVpn();

    /** A new table that names its VPN must go too. */
    @Test
    void everyTableOfAVpnIsClearedOrKeptOnPurpose() throws SQLException {
        List<String> named = new ArrayList<>(VpnRemains.CLEARED);
        named.addAll(List.of("log_entry", "checkpoint", "vpn_owner", "vpn_takeover"));

        assertThat(named).containsExactlyInAnyOrderElementsOf(tablesWithAVpn());
    }

    private static List<String> tablesWithAVpn() throws SQLException {
        try (Connection connection = MariaDbServer.shared().connect(TestDatabase.schema());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT table_name FROM information_schema.columns"
                        + " WHERE table_schema = DATABASE() AND column_name = 'vpn'")) {
            List<String> tables = new ArrayList<>();
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
            return tables;
        }
    }

    @Test
    void l7_aFormerOwnerStaysFencedFromALaterVpnOfTheSameName() {
        try (VpnStore former = database.openVpn(vpn, "former")) {
            long last = TestDatabase.appendSome(former, former.openingCommitNo() + 1, 3);
            TestDatabase.loseLivenessLock(vpn);
            deleteRow();
            database.createVpn(VpnName.of(vpn), VpnSettings.DEFAULTS);
            try (VpnStore later = database.openVpn(vpn, "later")) {

                AppendResult late = former.append(TestDatabase.entry(former, last + 1));

                assertThat(late.kind()).isEqualTo(AppendResult.Kind.FENCED);
                assertThat(TestDatabase.appendSome(later, later.openingCommitNo() + 1, 3))
                        .isGreaterThan(last);
                assertThat(later.verifyOwnership()).isTrue();
            }
        }
    }

    @Test
    void aLaterVpnBeginsAfterTheIdsOfTheFormer() {
        try (VpnStore former = database.openVpn(vpn, "former")) {
            TestDatabase.appendSome(former, former.openingCommitNo() + 1, 3);
            former.writeCheckpoint(Rows.batch(Rows.checkpoint(vpn, former.openingCommitNo())));
        }
        long lastId = TestDatabase.numbers("SELECT MAX(last_msg_id) FROM log_entry WHERE vpn = '" + vpn + "'")
                .get(0);
        deleteRow();

        database.clearRemains(vpn);
        database.createVpn(VpnName.of(vpn), VpnSettings.DEFAULTS);

        try (VpnStore later = database.openVpn(vpn, "later")) {
            Checkpoint checkpoint =
                    Objects.requireNonNull(later.loadCheckpoint(row -> {}).checkpoint());
            assertThat(checkpoint.lastMsgId()).isGreaterThanOrEqualTo(lastId);
            assertThat(checkpoint.tailFrom()).isEqualTo(later.openingCommitNo());
            assertThat(later.readEntries(later.openingCommitNo(), 10, 1_000)).hasSize(1);
        }
    }

    @Test
    void whatExistsIsNotCleared() {
        try (VpnStore store = database.openVpn(vpn, "owner")) {
            long last = TestDatabase.appendSome(store, store.openingCommitNo() + 1, 3);

            database.clearRemains(vpn);

            assertThat(store.readHeads(1, last)).hasSize((int) last);
            assertThat(store.verifyOwnership()).isTrue();
        }
    }

    @Test
    void aStandbyDoesNotBringADeletedOneBack() {
        deleteRow();

        assertThatThrownBy(() -> database.openVpn(vpn, "standby"))
                .isInstanceOf(BrokerException.class)
                .hasMessage("VPN '" + vpn + "' does not exist");
        assertThat(database.vpn(vpn)).isEmpty();
    }

    private void deleteRow() {
        TestDatabase.execute("DELETE FROM vpn WHERE name = '" + vpn + "'");
    }
}
