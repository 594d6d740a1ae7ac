package io.reprise.broker.it.adapter.probe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the beans of one deployment saw, and gates they wait at. In a class loader of its own with each deployment. */
public final class Seen {
    private static final List<String> LINES = new CopyOnWriteArrayList<>();
    private static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

    private Seen() {}

    public static void add(String line) {
        LINES.add(line);
    }

    public static List<String> lines() {
        return List.copyOf(LINES);
    }

    public static void clear() {
        LINES.clear();
    }

    /** Waits until somebody opens the gate; false if that takes more than a minute. */
    public static boolean awaitGate(String name) {
        try {
            return gate(name).await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public static void openGate(String name) {
        gate(name).countDown();
    }

    private static CountDownLatch gate(String name) {
        return GATES.computeIfAbsent(name, key -> new CountDownLatch(1));
    }
}
