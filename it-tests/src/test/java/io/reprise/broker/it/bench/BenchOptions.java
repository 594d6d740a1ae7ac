package io.reprise.broker.it.bench;

import io.reprise.broker.it.database.MariaDbSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be measured, from system properties.
 *
 * @param rounds {@code bench.rounds}: how often each row is measured with each broker
 * @param window {@code bench.seconds}: how long each time
 * @param rows {@code bench.rows}: names or beginnings of names, comma between them; empty for all
 * @param peers {@code bench.peers}: {@code reprise}, {@code artemis} or, if empty, both
 * @param ahead {@code bench.ahead}: how many messages senders may be ahead of receivers
 * @param replayed {@code bench.replayed}: how many messages the log holds that is replayed
 * @param streams {@code bench.streams}: how many live subscribers there are by server-sent events, at least one
 * @param binlog {@code bench.binlog}: whether the database writes its binary log, durably
 */
record BenchOptions(
        int rounds,
        Duration window,
        List<String> rows,
        List<Peer> peers,
        int ahead,
        int replayed,
        int streams,
        boolean binlog) {
    private static final String ENGINE_KEYS = "reprise.engine.";

    static BenchOptions fromSystem() {
        List<String> peers = list("bench.peers");
        return new BenchOptions(
                Integer.getInteger("bench.rounds", 4),
                Duration.ofSeconds(Integer.getInteger("bench.seconds", 4)),
                list("bench.rows"),
                Stream.of(Peer.REPRISE, Peer.ARTEMIS)
                        .filter(peer -> peers.isEmpty() || peers.contains(peer.label()))
                        .toList(),
                Integer.getInteger("bench.ahead", 2_000),
                Integer.getInteger("bench.replayed", 200_000),
                Math.max(1, Integer.getInteger("bench.streams", 5_000)),
                Boolean.getBoolean("bench.binlog"));
    }

    /** A fresh database in this folder. */
    MariaDbSettings database(Path folder) {
        MariaDbSettings settings = MariaDbSettings.temporary(folder);
        return binlog ? settings.with("--log-bin=binlog").with("--sync-binlog=1") : settings;
    }

    /** The engine's keys that are set for this run. */
    static Map<String, String> engineKeys() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(ENGINE_KEYS))
                .collect(Collectors.toMap(Function.identity(), System::getProperty));
    }

    /** Runs before each measurement and does not count. */
    Duration warmUp() {
        return window.dividedBy(4);
    }

    boolean wants(String row) {
        return rows.isEmpty() || rows.stream().anyMatch(row::startsWith);
    }

    private static List<String> list(String property) {
        String text = System.getProperty(property, "").strip();
        return text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*"));
    }
}
