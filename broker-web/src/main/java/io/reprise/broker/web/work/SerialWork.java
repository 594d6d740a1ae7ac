package io.reprise.broker.web.work;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Work that is done by one thread at a time, whoever asks for it, on an executor's threads and not on the asker's. Asked for while it
 * runs, it runs once more. Thread-safe.
 */
public final class SerialWork {
    private enum State {
        /** Nobody has asked. */
        IDLE,
        /** It waits for a thread, or runs. */
        BUSY,
        /** It runs, and runs once more. */
        BUSY_AGAIN
    }

    private final Executor executor;
    private final Runnable step;
    private final Runnable refused;
    private State state = State.IDLE;

    /**
     * Work to do.
     *
     * @param step must not throw
     * @param refused called by the asker if the executor takes nothing any more: the server is stopping
     */
    public SerialWork(Executor executor, Runnable step, Runnable refused) {
        this.executor = executor;
        this.step = step;
        this.refused = refused;
    }

    /** Asks for it. Returns at once. */
    public void signal() {
        synchronized (this) {
            if (state != State.IDLE) {
                state = State.BUSY_AGAIN;
                return;
            }
            state = State.BUSY;
        }
        handOver();
    }

    private void run() {
        step.run();
        synchronized (this) {
            if (state == State.BUSY) {
                state = State.IDLE;
                return;
            }
            state = State.BUSY;
        }
        handOver();
    }

    /** Again by the executor: others get their turn. */
    private void handOver() {
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException stopping) {
            synchronized (this) {
                state = State.IDLE;
            }
            refused.run();
        }
    }
}
