package io.reprise.broker.engine.store;

import io.reprise.broker.engine.store.AppendResult.Kind;
import io.reprise.broker.model.store.LogEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * An owner in a process of its own, to be stopped by signals. For each VPN named on standard input it takes it over and appends
 * until it may no more. Says on standard output {@code OPEN epoch commitNo}, then {@code ACK commitNo nonce} for each entry it was
 * told is stored, at last {@code END kind commitNo}.
 */
final class AppendingProcess {
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final long SIGN_OF_LIFE_MILLIS = 200;

    private AppendingProcess() {}

    /** Arguments: URL, user, password. */
    public static void main(String[] args) throws IOException {
        try (Database database = Database.connect(
                        args[0], args[1], args[2], DatabaseOptions.defaults().withOwnerSilence(SILENCE));
                BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String vpn = asked.readLine(); vpn != null; vpn = asked.readLine()) {
                own(database, vpn);
            }
        }
    }

    private static void own(Database database, String vpn) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (VpnStore store = database.openVpn(vpn, "child")) {
            say("OPEN", store.epoch(), store.openingCommitNo());
            ScheduledFuture<?> signs =
                    timer.scheduleAtFixedRate(store::verifyOwnership, 0, SIGN_OF_LIFE_MILLIS, TimeUnit.MILLISECONDS);
            appendUntilFenced(store);
            signs.cancel(false);
        } finally {
            timer.shutdownNow();
        }
    }

    private static void appendUntilFenced(VpnStore store) {
        Random random = new Random();
        AppendResult.Kind kind = Kind.COMMITTED;
        for (long commitNo = store.openingCommitNo() + 1; kind == Kind.COMMITTED; commitNo++) {
            LogEntry entry = entry(store, commitNo, random.nextLong());
            kind = store.append(entry).kind();
            say(kind == Kind.COMMITTED ? "ACK" : "END " + kind, commitNo, entry.nonce());
        }
    }

    private static LogEntry entry(VpnStore store, long commitNo, long nonce) {
        LogEntry made = EntryMaker.entry(store.vpn(), store.epoch(), commitNo);
        return new LogEntry(
                made.vpn(), commitNo, made.epoch(), nonce, 0, 0, 1, 1, made.bodyBytes(), made.head(), made.body());
    }

    private static void say(String what, long first, long second) {
        System.out.println(what + " " + first + " " + second);
        System.out.flush();
    }
}
