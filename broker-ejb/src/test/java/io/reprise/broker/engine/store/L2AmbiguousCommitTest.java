package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.model.store.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [LOG.md L2] Same bytes, same slot, whatever the connection does. */
@Timeout(120)
class L2AmbiguousCommitTest {
    private static final int ENTRIES = 400;

    private static FaultyProxy proxy;
    private static Database database;

    private VpnStore store;
    private long opening;

    @BeforeAll
    static void connectByWayOfTheProxy() throws IOException {
        proxy = new FaultyProxy(MariaDbServer.shared().port(), TestDatabase.MARKER);
        database = TestDatabase.connect(proxy.port(), TestDatabase.OPTIONS.withAnswerTimeout(Duration.ofSeconds(2)));
    }

    @AfterAll
    static void disconnect() throws IOException {
        database.close();
        proxy.close();
    }

    @BeforeEach
    void open() {
        store = database.openVpn(TestDatabase.newVpn(), "node");
        opening = store.openingCommitNo();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CUT_BEFORE", "CUT_AFTER", "CUT_WHILE", "CUT_DELIVER_LATE", "HOLD_ANSWER"})
    void storesAnEntryOnceWhenItsConnectionBreaks(Fault fault) {
        TestDatabase.appendSome(store, opening + 1, 2);
        LogEntry entry = TestDatabase.entry(store, opening + 3);
        proxy.arm(fault);

        AppendResult result = store.append(entry);

        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
        assertThat(nonces(opening + 3)).containsExactly(entry.nonce());
    }

    @Test
    void isNotHurriedByAnInterruptWhichIsThereAfterwards() {
        proxy.arm(Fault.CUT_AFTER);
        Thread.currentThread().interrupt();

        AppendResult result = store.append(TestDatabase.entry(store, opening + 1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
    }

    @Test
    void givesUpWhenToldToAndWritesNothingMore() throws InterruptedException {
        proxy.arm(Fault.HOLD_REQUEST);
        CompletableFuture<AppendResult> appending =
                CompletableFuture.supplyAsync(() -> store.append(TestDatabase.entry(store, opening + 1)));
        proxy.awaitHeld();

        store.interruptAppend();

        assertThat(appending.join().kind()).isEqualTo(Kind.ABANDONED);
        assertThat(store.append(TestDatabase.entry(store, opening + 1)).kind()).isEqualTo(Kind.ABANDONED);
        proxy.letGo();
    }

    @Test
    void countsARowThatComesAfterTheClientGaveUpAsItsOwn() {
        LogEntry entry = TestDatabase.entry(store, opening + 1);
        proxy.arm(Fault.CUT_DELIVER_LATE, Fault.CUT_DELIVER_LATE, Fault.CUT_BEFORE);

        AppendResult result = store.append(entry);
        boolean firstCameLate = proxy.deliverLate();
        boolean secondCameLate = proxy.deliverLate();

        assertThat(firstCameLate).isTrue();
        assertThat(secondCameLate).isTrue();
        assertThat(result.kind()).isEqualTo(Kind.COMMITTED);
        assertThat(nonces(opening + 1)).containsExactly(entry.nonce());
        assertThat(store.append(TestDatabase.entry(store, opening + 2)).kind()).isEqualTo(Kind.COMMITTED);
    }

    @Test
    void storesEveryEntryExactlyOnceUnderRandomCuts() {
        long seed = System.nanoTime();
        System.out.println("L2AmbiguousCommitTest seed " + seed);
        Random random = new Random(seed);
        Fault[] faults = {
            Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WHILE, Fault.CUT_DELIVER_LATE, Fault.CUT_DELIVER_LATE
        };
        List<Long> written = new ArrayList<>();

        for (int i = 1; i <= ENTRIES; i++) {
            for (int cuts = random.nextInt(3); cuts > 0; cuts--) {
                proxy.arm(faults[random.nextInt(faults.length)]);
            }
            LogEntry entry = TestDatabase.entry(store, opening + i);
            assertThat(store.append(entry).kind())
                    .as("seed %s entry %s", seed, i)
                    .isEqualTo(Kind.COMMITTED);
            written.add(entry.nonce());
            // The kept ones hold connections of the server: not too many at a time.
            while (proxy.keptBack() > random.nextInt(20)) {
                proxy.deliverLate();
            }
        }
        while (proxy.deliverLate()) {
            assertThat(proxy.marked()).isPositive();
        }

        assertThat(nonces(opening + 1)).as("seed %s", seed).isEqualTo(written);
        assertThat(proxy.marked()).isGreaterThan(ENTRIES + ENTRIES / 2);
    }

    private List<Long> nonces(long fromCommitNo) {
        return TestDatabase.numbers("SELECT nonce FROM log_entry WHERE vpn = '" + store.vpn() + "' AND commit_no >= "
                + fromCommitNo + " ORDER BY commit_no");
    }
}
