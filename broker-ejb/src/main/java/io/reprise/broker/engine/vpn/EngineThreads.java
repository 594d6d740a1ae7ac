package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.deliver.DispatchTimer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads an engine runs on: the server's managed ones, or an embedding program's own. The engine makes none.
 *
 * @param committers makes one long-lived thread for each ownership of a VPN
 * @param duties runs the background duties, which may block for the database
 * @param wakeUps runs sessions' wake-ups, which only hand over
 * @param timer has delayed messages offered again
 */
public record EngineThreads(
        ThreadFactory committers, ScheduledExecutorService duties, Executor wakeUps, DispatchTimer timer) {
    /** With the duties' threads for the timer. */
    public EngineThreads(ThreadFactory committers, ScheduledExecutorService duties, Executor wakeUps) {
        this(committers, duties, wakeUps, (delayMillis, task) -> after(duties, delayMillis, task));
    }

    /** Nobody misses what waits when the server is stopping. */
    private static void after(ScheduledExecutorService duties, long delayMillis, Runnable task) {
        try {
            duties.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            System.getLogger(EngineThreads.class.getName())
                    .log(System.Logger.Level.DEBUG, "timer refused: the server is stopping", e);
        }
    }
}
