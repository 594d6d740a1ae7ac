package io.reprise.broker.ra.environment;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs short tasks that must not run where they arise, in order, one thread of the server for as many as are there: thousands of
 * outcomes a second are not thousands of works. Thread-safe.
 */
public final class ShortTasks implements Executor {
    private static final Logger LOG = System.getLogger(ShortTasks.class.getName());

    private final Works works;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    public ShortTasks(Works works) {
        this.works = works;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (count.getAndIncrement() == 0) {
            works.execute(this::drain);
        }
    }

    private void drain() {
        do {
            Runnable task = tasks.poll();
            if (task != null) {
                run(task);
            }
        } while (count.decrementAndGet() > 0);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a task of the adapter failed", e);
        }
    }
}
