package io.reprise.broker.ra.environment;

import java.time.Duration;

/** The server's threads, as the adapter uses them. Thread-safe; no method blocks its caller. */
public interface Works {
    /** Runs the task soon, on a thread of the server. Never lost: a server that has no thread now is asked again. */
    void execute(Runnable task);

    /** Runs the task on a thread of the server, once, not before the delay is over. */
    Delayed after(Duration delay, Runnable task);

    /** How many tasks wait for a thread: those who hold one for long should make room if there are any. */
    int waiting();

    /** A task to come. */
    interface Delayed {
        /** It will not run, if it has not begun. */
        void cancel();
    }
}
