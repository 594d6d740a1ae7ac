package io.reprise.broker.it.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * Threads that repeat a step without a pause, from now to the end of a window; what lies wholly inside it counts. Each thread
 * has a step of its own, with its own connection or session.
 *
 * @param threads how many
 * @param window what counts; what comes before warms up
 */
record Load(int threads, Window window) {
    private static final int FIRST_ROOM = 1024;

    /** One thread's work, again and again. */
    interface Step extends AutoCloseable {
        /** Does it once; how many messages that were. */
        int run() throws Exception;

        @Override
        default void close() throws Exception {}
    }

    /** Makes a thread's step, on that thread. */
    interface StepFactory {
        Step make() throws Exception;
    }

    /** Runs it. What a step throws ends the measurement and is thrown on. */
    Measured run(ThreadFactory makesThreads, StepFactory factory) throws Exception {
        LongAdder messages = new LongAdder();
        List<Callable<long[]>> lines = new ArrayList<>(threads);
        for (int i = 0; i < threads; i++) {
            lines.add(() -> repeat(factory, messages));
        }
        long[][] nanos = new long[threads][];
        ExecutorService pool = Executors.newFixedThreadPool(threads, makesThreads);
        try {
            int line = 0;
            for (Future<long[]> done : pool.invokeAll(lines)) {
                nanos[line++] = done.get();
            }
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        } finally {
            pool.shutdownNow();
        }
        return Measured.of(window.perSecond(messages.sum()), nanos);
    }

    private long[] repeat(StepFactory factory, LongAdder counted) throws Exception {
        long[] nanos = new long[FIRST_ROOM];
        int steps = 0;
        try (Step step = factory.make()) {
            long began = System.nanoTime();
            while (began - window.toNanos() < 0) {
                int messages = step.run();
                long ended = System.nanoTime();
                if (window.contains(began) && window.contains(ended)) {
                    counted.add(messages);
                    if (steps == nanos.length) {
                        nanos = Arrays.copyOf(nanos, steps * 2);
                    }
                    nanos[steps++] = ended - began;
                }
                began = ended;
            }
        }
        return Arrays.copyOf(nanos, steps);
    }
}
