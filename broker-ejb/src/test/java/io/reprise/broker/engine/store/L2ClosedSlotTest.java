package io.reprise.broker.engine.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.model.store.LogEntry;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L2, L3] A definite no fails an entry only after its slot was closed. */
@Timeout(60)
class L2ClosedSlotTest {
    private static FaultyProxy proxy;
    private static Database database;

    private VpnStore store;
    private long slot;

    @BeforeAll
    static void makeTheServerRefuseSomeEntries() throws IOException {
        TestDatabase.shared();
        TestDatabase.execute("CREATE TRIGGER refuse_some BEFORE INSERT ON log_entry FOR EACH ROW BEGIN"
                + " IF NEW.body LIKE '%refuse me%' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such entries';"
                + " END IF; END");
        proxy = new FaultyProxy(MariaDbServer.shared().port(), TestDatabase.MARKER);
        database = TestDatabase.connect(proxy.port());
    }

    @AfterAll
    static void stopRefusing() throws IOException {
        TestDatabase.execute("DROP TRIGGER refuse_some");
        database.close();
        proxy.close();
    }

    @BeforeEach
    void open() {
        store = database.openVpn(TestDatabase.newVpn(), "node");
        slot = store.openingCommitNo() + 1;
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void closesTheSlotWithAnEmptyEntryAndGoesOnAboveIt() {
        AppendResult result = store.append(refused());

        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.reason()).contains("no such entries");
        assertThat(slotHoldsAnEmptyEntry()).isTrue();
        assertThat(store.append(TestDatabase.entry(store, slot + 1)).kind()).isEqualTo(Kind.COMMITTED);
    }

    @Test
    void knowsTheClosedSlotAgainAfterAReconnect() {
        store.append(refused());
        proxy.arm(Fault.CUT_BEFORE);

        AppendResult next = store.append(TestDatabase.entry(store, slot + 1));

        assertThat(next.kind()).isEqualTo(Kind.COMMITTED);
    }

    @Test
    void keepsARefusedEntryOutThatArrivesLate() {
        proxy.arm(Fault.CUT_DELIVER_LATE);
        LogEntry entry = refused();

        AppendResult result = store.append(entry);
        TestDatabase.execute("DROP TRIGGER refuse_some");
        boolean cameLate = proxy.deliverLate();
        TestDatabase.execute("CREATE TRIGGER refuse_some BEFORE INSERT ON log_entry FOR EACH ROW BEGIN"
                + " IF NEW.body LIKE '%refuse me%' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such entries';"
                + " END IF; END");

        assertThat(cameLate).isTrue();
        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(slotHoldsAnEmptyEntry()).isTrue();
    }

    @Test
    void refusesAnEntryLargerThanAPacketWithoutSendingIt() {
        int marked = proxy.marked();
        byte[] tooLarge = new byte[Math.toIntExact(store.maxRowBytes())];
        System.arraycopy(TestDatabase.MARKER.getBytes(US_ASCII), 0, tooLarge, 0, TestDatabase.MARKER.length());

        AppendResult result = store.append(TestDatabase.entry(store, slot, tooLarge));

        assertThat(result.kind()).isEqualTo(Kind.REFUSED);
        assertThat(result.reason()).contains("max_allowed_packet");
        assertThat(proxy.marked()).isEqualTo(marked);
        assertThat(slotHoldsAnEmptyEntry()).isTrue();
    }

    @Test
    void storesAnEntryOfTheLargestSizeItNames() {
        byte[] largest = new byte[Math.toIntExact(store.maxRowBytes()) - 100];

        AppendResult result = store.append(TestDatabase.entry(store, slot, largest));

        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
    }

    private LogEntry refused() {
        return TestDatabase.entry(store, slot, (TestDatabase.MARKER + " refuse me").getBytes(US_ASCII));
    }

    private boolean slotHoldsAnEmptyEntry() {
        List<LogEntry> found = store.readEntries(slot, 1, 1 << 20);
        return found.size() == 1
                && found.get(0).body() == null
                && java.util.Arrays.equals(found.get(0).head(), EntryCodec.emptyHead());
    }
}
