package io.reprise.broker.it;

import io.reprise.broker.engine.vpn.EngineThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a broker in a plain JVM, all of them daemons.
 *
 * @param duties for background duties, which may wait for the database
 * @param wakeUps for what only hands over: wake-ups, outcomes
 */
record EmbeddedThreads(ScheduledExecutorService duties, ExecutorService wakeUps) implements AutoCloseable {
    private static final int DUTY_THREADS = 4;

    static EmbeddedThreads start() {
        ScheduledThreadPoolExecutor duties = new ScheduledThreadPoolExecutor(DUTY_THREADS, named("reprise-duty"));
        duties.setRemoveOnCancelPolicy(true);
        return new EmbeddedThreads(duties, Executors.newCachedThreadPool(named("reprise-wake-up")));
    }

    EngineThreads forEngine() {
        return new EngineThreads(named("reprise-committer"), duties, wakeUps);
    }

    Executor forClients() {
        return wakeUps;
    }

    @Override
    public void close() {
        duties.shutdownNow();
        wakeUps.shutdown();
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
