package io.reprise.broker.engine.vpn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of an engine whose periodic duties run when a test says so, on the test's thread. What is scheduled once runs at once;
 * or, from {@link #holdRetries} on, when a test says so too.
 */
final class HandDrivenDuties extends ScheduledThreadPoolExecutor {
    private final List<Periodic> periodic = new ArrayList<>();
    private final BlockingQueue<Retry> retries = new LinkedBlockingQueue<>();
    private volatile boolean holding;
    /** Tasks that were handed over and are not done; guarded by itself. */
    private final int[] undone = {0};

    private record Retry(Runnable task, Duration delay) {}

    HandDrivenDuties() {
        super(2, runnable -> {
            Thread thread = new Thread(runnable, "background");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static final class Periodic extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final Runnable duty;

        Periodic(Runnable duty) {
            super(duty, null);
            this.duty = duty;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    @Override
    public synchronized ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable duty, long initialDelay, long delay, TimeUnit unit) {
        Periodic added = new Periodic(duty);
        periodic.add(added);
        return added;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        if (holding && delay > 0) {
            retries.add(new Retry(task, Duration.of(delay, unit.toChronoUnit())));
            return new Periodic(task);
        }
        synchronized (undone) {
            undone[0]++;
        }
        return super.schedule(() -> runCounted(task), 0, unit);
    }

    private void runCounted(Runnable task) {
        try {
            task.run();
        } finally {
            synchronized (undone) {
                undone[0]--;
                undone.notifyAll();
            }
        }
    }

    /** Returns when all that was handed over is done; whether there was any. */
    boolean awaitIdle() throws InterruptedException {
        synchronized (undone) {
            boolean wasBusy = undone[0] > 0;
            while (undone[0] > 0) {
                undone.wait();
            }
            return wasBusy;
        }
    }

    /** What is scheduled for later waits for {@link #retry}. */
    void holdRetries() {
        holding = true;
    }

    /** Runs what is next to be done later, on this thread, waiting for it to be scheduled; its delay. */
    Duration retry() throws InterruptedException {
        Retry next = Objects.requireNonNull(retries.poll(10, TimeUnit.SECONDS), "nothing was scheduled");
        next.task.run();
        return next.delay;
    }

    boolean hasRetry() {
        return !retries.isEmpty();
    }

    /** Every periodic duty once, in the order in which they were scheduled. */
    void runAll() {
        List<Periodic> now;
        synchronized (this) {
            periodic.removeIf(Periodic::isCancelled);
            now = List.copyOf(periodic);
        }
        now.forEach(each -> each.duty.run());
    }
}
