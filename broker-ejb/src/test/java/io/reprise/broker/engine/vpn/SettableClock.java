package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.deliver.DispatchTimer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A wall clock that goes when it is told to. Thread-safe. */
public final class SettableClock implements InstantSource, DispatchTimer {
    private record Timed(long dueMillis, Runnable task) {}

    private final PriorityQueue<Timed> timed = new PriorityQueue<>(Comparator.comparingLong(Timed::dueMillis));
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2024-05-01T12:00:00Z").toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    public void advance(Duration by) {
        millis.addAndGet(by.toMillis());
        runDue();
    }

    public void set(long newMillis) {
        millis.set(newMillis);
        runDue();
    }

    /** The wall clock jumps: no timer goes off for that. */
    void jump(Duration by) {
        millis.addAndGet(by.toMillis());
    }

    /** How many timers are set that have not gone off. */
    synchronized int timers() {
        return timed.size();
    }

    /** What is due runs when the clock is moved, on the thread that moves it. */
    @Override
    public synchronized void after(long delayMillis, Runnable task) {
        timed.add(new Timed(millis.get() + delayMillis, task));
    }

    private void runDue() {
        Runnable next = takeDue();
        while (next != null) {
            next.run();
            next = takeDue();
        }
    }

    private synchronized @Nullable Runnable takeDue() {
        Timed first = timed.peek();
        if (first == null || first.dueMillis() > millis.get()) {
            return null;
        }
        timed.remove();
        return first.task();
    }
}
