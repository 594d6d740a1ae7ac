package io.reprise.broker.it.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is measured of both brokers.
 *
 * @param name in tables and {@code -Dbench.rows}
 * @param senders threads that send
 * @param messages in one transaction; 1 for none
 * @param sessions of the bean that receives; 0 for none, then sending is measured
 * @param queue where to
 */
record BenchRow(String name, int senders, int messages, int sessions, String queue) {
    /** Session counts of the beans that are deployed. */
    static final List<Integer> SESSIONS = List.of(15, 45);

    /** Artemis never pages this one. */
    static final String UNPAGED_QUEUE = "bench-unpaged";

    /** The bean of a container's transactions that the log is replayed to. */
    static final String TRANSACTED_QUEUE = BenchArchive.queueWith(15);

    /** Live messages to the bean without a transaction, Reprise alone: what its replay stands beside. */
    static final BenchRow DUPS_OK = new BenchRow("mdb-15-dups-ok", 20, 1, 15, BenchArchive.DUPS_OK_QUEUE);

    private static final Set<String> LOGGED = Set.of("publish-16", "publish-64", "batch-1", "mdb-15");
    private static final String PUBLISH_QUEUE = "bench-publish";

    static List<BenchRow> all() {
        List<BenchRow> rows = new ArrayList<>();
        for (int senders : new int[] {1, 4, 16, 64}) {
            rows.add(new BenchRow("publish-" + senders, senders, 1, 0, PUBLISH_QUEUE));
        }
        for (int senders : new int[] {1, 4}) {
            rows.add(new BenchRow("batch-" + senders, senders, 100, 0, PUBLISH_QUEUE));
        }
        for (int sessions : SESSIONS) {
            // As many senders as sessions, and a third more: the beans never wait for them.
            rows.add(new BenchRow("mdb-" + sessions, sessions * 4 / 3, 1, sessions, BenchArchive.queueWith(sessions)));
        }
        return rows;
    }

    /** Every queue that a row uses. */
    static List<String> queues() {
        List<String> queues = new ArrayList<>(List.of(PUBLISH_QUEUE, UNPAGED_QUEUE));
        SESSIONS.forEach(sessions -> queues.add(BenchArchive.queueWith(sessions)));
        return queues;
    }

    /**
     * The same without paging, as a row of its own: a queue that nobody reads soon makes Artemis page, which is what it ships with
     * and not the fastest it can.
     */
    Optional<BenchRow> unpaged() {
        boolean grows = sessions == 0 && senders != 4 && !queue.equals(UNPAGED_QUEUE);
        return grows
                ? Optional.of(new BenchRow(name + "-unpaged", senders, messages, sessions, UNPAGED_QUEUE))
                : Optional.empty();
    }

    /** Whether it is measured with a replay log too, Reprise alone. */
    boolean showsLogging() {
        return LOGGED.contains(name);
    }

    /** Whether the time of one step is a row too. */
    boolean showsLatency() {
        return senders == 1 && messages == 1;
    }
}
