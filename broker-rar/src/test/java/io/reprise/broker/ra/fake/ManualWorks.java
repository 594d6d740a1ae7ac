package io.reprise.broker.ra.fake;

import io.reprise.broker.ra.environment.Works;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The server's threads, as one that the test is: what was handed over runs when the test says so. */
public final class ManualWorks implements Works {
    private final Deque<Runnable> handedOver = new ArrayDeque<>();
    private final List<Later> later = new ArrayList<>();
    private final List<Duration> delays = new ArrayList<>();

    private record Later(Runnable task) {}

    @Override
    public synchronized void execute(Runnable task) {
        handedOver.add(task);
    }

    @Override
    public synchronized Delayed after(Duration delay, Runnable task) {
        Later one = new Later(task);
        delays.add(delay);
        later.add(one);
        return () -> cancel(one);
    }

    @Override
    public synchronized int waiting() {
        return handedOver.size();
    }

    /** Runs what was handed over, and what that hands over, until nothing is left. */
    public void runAll() {
        for (Runnable task = poll(); task != null; task = poll()) {
            task.run();
        }
    }

    /** Runs the first of what was handed over. */
    public void runOne() {
        Runnable task = poll();
        if (task == null) {
            throw new IllegalStateException("nothing was handed over");
        }
        task.run();
    }

    /** Every delay so far is over. */
    public synchronized void elapse() {
        List<Later> due = List.copyOf(later);
        later.clear();
        due.forEach(one -> handedOver.add(one.task()));
    }

    /** Every delay ever asked for, in order. */
    public synchronized List<Duration> delays() {
        return List.copyOf(delays);
    }

    private synchronized void cancel(Later one) {
        later.removeIf(other -> other == one);
    }

    private synchronized @org.jspecify.annotations.Nullable Runnable poll() {
        return handedOver.poll();
    }
}
