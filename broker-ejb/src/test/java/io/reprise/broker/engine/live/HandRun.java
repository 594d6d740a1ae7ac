package io.reprise.broker.engine.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Runs what it is given when it is told to, on the thread that tells it. One thread. */
final class HandRun implements Executor {
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void execute(Runnable work) {
        waiting.add(work);
    }

    /** Runs everything, also what comes meanwhile. */
    void runAll() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    /** Runs the next, if there is one. */
    void runOne() {
        Runnable next = waiting.poll();
        if (next != null) {
            next.run();
        }
    }
}
