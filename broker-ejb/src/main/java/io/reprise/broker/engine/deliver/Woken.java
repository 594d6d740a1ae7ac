package io.reprise.broker.engine.deliver;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Work that is done when it is woken, on one thread at a time, and once more if it is woken meanwhile. Any thread wakes it, and never waits. */
public final class Woken {
    private static final int RESTING = 0;
    private static final int WORKING = 1;
    private static final int AGAIN = 2;

    private final Executor executor;
    private final Runnable work;
    private final AtomicInteger state = new AtomicInteger(RESTING);

    public Woken(Executor executor, Runnable work) {
        this.executor = executor;
        this.work = work;
    }

    public void wake() {
        if (state.getAndUpdate(was -> was == RESTING ? WORKING : AGAIN) == RESTING) {
            start();
        }
    }

    private void start() {
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            state.set(RESTING);
            System.getLogger(Woken.class.getName())
                    .log(System.Logger.Level.DEBUG, "refused: the server is stopping", e);
        }
    }

    private void run() {
        try {
            work.run();
        } finally {
            if (state.updateAndGet(was -> was == AGAIN ? WORKING : RESTING) == WORKING) {
                start();
            }
        }
    }
}
