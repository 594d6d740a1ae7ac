package io.reprise.broker.it.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What streams of subjects have seen together. Thread-safe. */
final class StreamFigures {
    private static final int FIRST_ROOM = 1024;

    private final AtomicInteger live = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private long[] latencies = new long[FIRST_ROOM];
    private int received;

    void becameLive() {
        live.incrementAndGet();
    }

    void fault(String what) {
        faults.add(what);
    }

    synchronized void received(long latencyNanos) {
        if (received == latencies.length) {
            latencies = Arrays.copyOf(latencies, received * 2);
        }
        latencies[received++] = latencyNanos;
    }

    int live() {
        return live.get();
    }

    /** Since the last {@link #take}. */
    synchronized int received() {
        return received;
    }

    /** From publishing to receipt of each delivery since the last call, in nanoseconds. */
    synchronized long[] take() {
        long[] taken = Arrays.copyOf(latencies, received);
        received = 0;
        return taken;
    }

    /** What no stream may do: lose or repeat something, say what wasn't asked for, end. */
    List<String> faults() {
        return List.copyOf(faults);
    }
}
