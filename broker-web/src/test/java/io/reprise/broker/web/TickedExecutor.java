package io.reprise.broker.web;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The server's executors, whose periodic tasks come when a test says so. */
final class TickedExecutor extends ScheduledThreadPoolExecutor {
    private static final String LIVE = "15 SECONDS, 15";
    private static final String RECEIVING = "1 SECONDS, 1";

    private final Map<String, Runnable> periodic = new ConcurrentHashMap<>();

    TickedExecutor() {
        super(2);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        String when = initialDelay + " " + unit + ", " + period;
        if (!List.of(LIVE, RECEIVING).contains(when)) {
            throw new AssertionError(
                    "every " + when + ": spec 3.4 says 15 s for live streams, consumers tick each second");
        }
        periodic.put(when, command);
        return schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    /** Live streams show that they live. */
    void tick() {
        run(LIVE);
    }

    /** Consumers look at the time. */
    void second() {
        run(RECEIVING);
    }

    private void run(String when) {
        periodic.getOrDefault(when, () -> {}).run();
    }
}
