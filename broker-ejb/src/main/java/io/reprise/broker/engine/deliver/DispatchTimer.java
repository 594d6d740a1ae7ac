package io.reprise.broker.engine.deliver;

/** Has something done at a later time, on a broker's thread: what waits is offered again then. Any thread; never blocks. */
@FunctionalInterface
public interface DispatchTimer {
    /**
     * Runs a task once, not before {@code delayMillis} from now; never if the broker stops first.
     *
     * @param delayMillis 0 and more
     */
    void after(long delayMillis, Runnable task);
}
