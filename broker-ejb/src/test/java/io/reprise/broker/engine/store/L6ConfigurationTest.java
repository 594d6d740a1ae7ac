package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [LOG.md L6] Configuration and its entry are one transaction. */
@Timeout(60)
class L6ConfigurationTest {
    private static FaultyProxy proxy;
    private static Database database;

    private final String vpn = TestDatabase.newVpn();
    private VpnStore store;
    private long slot;

    @BeforeAll
    static void breakCommits() throws IOException {
        proxy = new FaultyProxy(MariaDbServer.shared().port(), "COMMIT");
        database = TestDatabase.connect(proxy.port());
    }

    @AfterAll
    static void disconnect() throws IOException {
        database.close();
        proxy.close();
    }

    @BeforeEach
    void open() {
        store = database.openVpn(vpn, "node");
        slot = store.openingCommitNo() + 1;
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void storesEntitiesAndEntryTogether() {
        LogEntry entry = TestDatabase.entry(store, slot);

        AppendResult result = store.appendWithConfiguration(entry, session -> {
            session.insert(Rows.queue(vpn, 1, "q"));
            session.insert(new SubscriptionEntity(vpn, 1, "a/>"));
        });

        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
        assertThat(Rows.endpoints(store))
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        EndpointEntity.class, queue -> assertThat(queue.name()).isEqualTo("q"));
        assertThat(store.readHeads(slot, slot)).extracting(LogEntry::nonce).containsExactly(entry.nonce());
    }

    @Test
    void rollsEverythingBackAndClosesTheSlotWhenTheChangeThrows() {
        AppendResult result = store.appendWithConfiguration(TestDatabase.entry(store, slot), session -> {
            session.insert(Rows.queue(vpn, 1, "q"));
            throw new IllegalStateException("changed its mind");
        });

        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.reason()).contains("changed its mind");
        assertThat(Rows.endpoints(store)).isEmpty();
        assertThat(store.append(TestDatabase.entry(store, slot + 1)).kind()).isEqualTo(Kind.COMMITTED);
    }

    @Test
    void takesADuplicateNameForAFailedChangeAndNotForATakenSlot() {
        store.appendWithConfiguration(
                TestDatabase.entry(store, slot), session -> session.insert(Rows.queue(vpn, 1, "q")));

        AppendResult result = store.appendWithConfiguration(
                TestDatabase.entry(store, slot + 1), session -> session.insert(Rows.queue(vpn, 2, "q")));

        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.reason()).contains("Duplicate");
        assertThat(Rows.endpoints(store)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CUT_BEFORE", "CUT_AFTER", "CUT_WHILE", "CUT_DELIVER_LATE"})
    void makesTheChangeOnceWhenItsCommitIsCutOff(Fault fault) {
        proxy.arm(fault);
        LogEntry entry = TestDatabase.entry(store, slot);

        // A commit kept back holds the slot's lock: it comes when the second try waits for it, or after that has
        // failed.
        Thread late = new Thread(() -> {
            while (fault == Fault.CUT_DELIVER_LATE && !proxy.deliverLate()) {
                Thread.onSpinWait();
            }
        });
        late.start();
        AppendResult result = store.appendWithConfiguration(entry, session -> session.insert(Rows.queue(vpn, 1, "q")));

        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
        assertThat(Rows.endpoints(store)).hasSize(1);
        assertThat(store.readHeads(slot, slot)).extracting(LogEntry::nonce).containsExactly(entry.nonce());
    }

    @Test
    void tellsNamesApartThatDifferInCaseOrTrailingSpaces() {
        AppendResult result = store.appendWithConfiguration(TestDatabase.entry(store, slot), session -> {
            session.insert(Rows.queue(vpn, 1, "q"));
            session.insert(Rows.queue(vpn, 2, "Q"));
            session.insert(Rows.queue(vpn, 3, "q "));
            session.insert(new SubscriptionEntity(vpn, 1, "a"));
            session.insert(new SubscriptionEntity(vpn, 1, "a "));
        });

        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
        assertThat(Rows.endpoints(store)).hasSize(5);
    }

    @Test
    void storesTheReplayLogOnceForAVpnAndLoadsItWithItsFilters() {
        store.appendWithConfiguration(TestDatabase.entry(store, slot), session -> {
            session.insert(new ReplayLogEntity(vpn, "all", "{\"maxSpoolUsage\":5}", 1, 17));
            session.insert(new ReplayLogFilterEntity(vpn, "a/>"));
            session.insert(new ReplayLogFilterEntity(vpn, "!a/>"));
        });

        AppendResult second = store.appendWithConfiguration(
                TestDatabase.entry(store, slot + 1),
                session -> session.insert(new ReplayLogEntity(vpn, "another", "{}", 1, 18)));

        assertThat(second.kind()).isEqualTo(Kind.REFUSED);
        assertThat(store.loadConfiguration())
                .hasAtLeastOneElementOfType(ReplayLogEntity.class)
                .filteredOn(ReplayLogEntity.class::isInstance)
                .singleElement()
                .extracting("name", "settings", "version", "created")
                .containsExactly("all", "{\"maxSpoolUsage\":5}", 1L, 17L);
        assertThat(store.loadConfiguration())
                .filteredOn(ReplayLogFilterEntity.class::isInstance)
                .extracting("filter")
                .containsExactlyInAnyOrder("a/>", "!a/>");
    }
}
