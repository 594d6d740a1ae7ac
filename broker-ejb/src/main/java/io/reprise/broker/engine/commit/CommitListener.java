package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.EntryHead;
import java.util.function.LongFunction;

/** Hears of entries written, for metrics and events. The committer's thread, unless said otherwise; must not block. */
public interface CommitListener {
    /**
     * An entry was written.
     *
     * @param nanos how long the database took
     * @param operations in it
     * @param messages in it
     * @param bytes head and body
     */
    void committed(long nanos, int operations, int messages, int bytes);

    /**
     * An entry is on disk, and what it says has taken effect.
     *
     * @param endpoints what people call each, by its id
     */
    default void applied(EntryHead head, LongFunction<String> endpoints) {}

    /**
     * A message has been delivered more often than its consumer's limit allows now, and dies. Any thread.
     *
     * @param endpoint for people
     */
    default void limitWasLowered(String endpoint, long msgId, int deliveries, int limit) {}

    /** Messages were refused to their publishers as the replay log has no room. */
    default void logOverQuota(long messages) {}

    /** A publisher was told that its messages are stored, or admitted; so long after they were put in. Any thread. */
    default void answered(long nanos) {}

    /** A message that was not presented before was presented, so long after it was taken in. Any thread. */
    default void delivered(long millis) {}

    /** For nobody. */
    CommitListener NONE = (nanos, operations, messages, bytes) -> {};
}
