package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L1, L2] The database is killed while entries are being written, and comes back. */
@Timeout(120)
class L2DatabaseKilledTest {
    private static final int ROUNDS = 4;
    private static final int ENTRIES_A_ROUND = 30;

    @Test
    void waitsForTheDatabaseAndLosesNothing() {
        try (MariaDbServer server = MariaDbServer.own();
                Database database = Database.connect(
                        server.url(server.newDatabase()),
                        server.user(),
                        server.password(),
                        DatabaseOptions.defaults());
                VpnStore store = database.openVpn("default", "node")) {
            List<Long> written = new ArrayList<>();
            AtomicInteger appended = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            long first = store.openingCommitNo() + 1;
            CompletableFuture<Void> appending = CompletableFuture.runAsync(() -> {
                for (int i = 0; !enough.get(); i++) {
                    LogEntry entry = EntryMaker.entry("default", store.epoch(), first + i, new byte[20_000]);
                    assertThat(store.append(entry).kind()).isEqualTo(Kind.COMMITTED);
                    written.add(entry.nonce());
                    appended.incrementAndGet();
                }
            });

            for (int round = 1; round <= ROUNDS; round++) {
                awaitARound(appended, appending);
                server.kill();
                server.start();
            }
            awaitARound(appended, appending);
            enough.set(true);
            appending.join();

            assertThat(store.readHeads(first, Long.MAX_VALUE))
                    .extracting(LogEntry::nonce)
                    .isEqualTo(written);
            assertThat(store.verifyOwnership()).isTrue();
        }
    }

    /** Counted from now: what was written before the database came back was not interrupted by its end. */
    private static void awaitARound(AtomicInteger appended, CompletableFuture<Void> appending) {
        int until = appended.get() + ENTRIES_A_ROUND;
        Awaitility.await().forever().until(() -> appended.get() >= until || appending.isDone());
    }
}
