package io.reprise.broker.model.live;

import org.jspecify.annotations.Nullable;

/** A live subscriber's end of its stream. Thread-safe, but one thread polls at a time. */
public interface LiveSubscription extends AutoCloseable {
    /**
     * The next event; null if there is none now, or when it has ended. Reads from the database what is no longer in memory (of
     * snapshots, history and recovery). If a message can't be had any more, the subscription ends with the reason: it never goes on
     * with a hole.
     */
    @Nullable
    LiveEvent poll();

    /** Whether the broker has ended it, and everything before was polled: the next {@link #poll} gives nothing, for ever. */
    boolean isEnded();

    /** Why the broker ended it; empty while it lives. */
    String endReason();

    /** No more events. A second call does nothing. */
    @Override
    void close();
}
