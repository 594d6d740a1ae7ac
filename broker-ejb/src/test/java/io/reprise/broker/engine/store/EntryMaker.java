package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Entries for tests: one message each, head and body that say which they are. */
final class EntryMaker {
    /** Found by proxies in the bytes of every entry made here. */
    static final String MARKER = "%entry%";

    private static final AtomicLong NONCES = new AtomicLong(1L << 40);

    private EntryMaker() {}

    static LogEntry entry(String vpn, long epoch, long commitNo) {
        return entry(vpn, epoch, commitNo, (MARKER + " body of " + commitNo).getBytes(StandardCharsets.US_ASCII));
    }

    static LogEntry entry(String vpn, long epoch, long commitNo, byte[] body) {
        byte[] head = ("head of " + commitNo).getBytes(StandardCharsets.US_ASCII);
        long time = 1_000_000 + commitNo;
        return new LogEntry(
                vpn,
                commitNo,
                epoch,
                NONCES.incrementAndGet(),
                commitNo,
                commitNo,
                time,
                time,
                body.length,
                head,
                body);
    }
}
