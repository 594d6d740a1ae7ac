package io.reprise.broker.web;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The server's executors, whose periodic task comes when a test says so. */
final class TickedExecutor extends ScheduledThreadPoolExecutor {
    private @Nullable Runnable periodic;

    TickedExecutor() {
        super(2);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        if (!"15 SECONDS, 15".equals(initialDelay + " " + unit + ", " + period)) {
            throw new AssertionError("every " + period + " " + unit + ", spec 3.4 says 15 s");
        }
        periodic = command;
        return schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    void tick() {
        if (periodic != null) {
            periodic.run();
        }
    }
}
