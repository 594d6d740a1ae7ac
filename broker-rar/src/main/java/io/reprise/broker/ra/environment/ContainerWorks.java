package io.reprise.broker.ra.environment;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.work.HintsContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkContextProvider;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import java.io.Serial;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Works of the server's WorkManager. It blocks those who hand over a work while all its threads and its queue are taken (WildFly 39),
 * so a timer's thread of the server does the handing over, and another one keeps the time.
 */
public final class ContainerWorks implements Works {
    private static final Logger LOG = System.getLogger(ContainerWorks.class.getName());
    private static final Duration RETRY = Duration.ofMillis(100);

    private final WorkManager manager;
    private final Timer handOver;
    private final Timer clock;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean rejecting;
    private volatile boolean stopped;

    public ContainerWorks(BootstrapContext context) throws UnavailableException {
        manager = context.getWorkManager();
        handOver = context.createTimer();
        clock = context.createTimer();
    }

    @Override
    public void execute(Runnable task) {
        waiting.incrementAndGet();
        enqueue(handOver, Duration.ZERO, () -> schedule(task));
    }

    @Override
    public Delayed after(Duration delay, Runnable task) {
        TimerTask timerTask = enqueue(clock, delay, () -> execute(task));
        return timerTask::cancel;
    }

    @Override
    public int waiting() {
        return waiting.get();
    }

    /** Nothing runs any more that has not begun. */
    public void stop() {
        stopped = true;
        handOver.cancel();
        clock.cancel();
    }

    private void schedule(Runnable task) {
        try {
            manager.scheduleWork(new LongWork(() -> begin(task)), WorkManager.INDEFINITE, null, null);
            rejecting = false;
        } catch (WorkException | RuntimeException e) {
            logOnce(e);
            enqueue(clock, RETRY, () -> enqueue(handOver, Duration.ZERO, () -> schedule(task)));
        }
    }

    private void begin(Runnable task) {
        waiting.decrementAndGet();
        task.run();
    }

    private void logOnce(Exception e) {
        if (!rejecting) {
            rejecting = true;
            LOG.log(Level.WARNING, "the server's WorkManager refuses works; they are offered again: " + e);
        }
    }

    private TimerTask enqueue(Timer timer, Duration delay, Runnable task) {
        TimerTask timerTask = new TimerTask() {
            @Override
            public void run() {
                runSafely(task);
            }
        };
        try {
            timer.schedule(timerTask, delay.toMillis());
        } catch (IllegalStateException e) {
            if (!stopped) {
                throw e;
            }
        }
        return timerTask;
    }

    /** A throwable would end the timer. */
    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a timed task of the adapter failed", e);
        }
    }

    /** May hold its thread for long [JCA 2.1 §11.6.1.1]. */
    private static final class LongWork implements Work, WorkContextProvider {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient Runnable task;

        LongWork(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.run();
        }

        /** The server asks for an end after each work too; what has to end is told by its activation. */
        @Override
        public void release() {}

        @Override
        public List<WorkContext> getWorkContexts() {
            HintsContext hints = new HintsContext();
            hints.setHint(HintsContext.LONGRUNNING_HINT, Boolean.TRUE);
            return List.of(hints);
        }
    }
}
