package io.reprise.broker.engine.commit;

/** Hears of entries written, for metrics. The committer's thread; must not block. */
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

    /** For nobody. */
    CommitListener NONE = (nanos, operations, messages, bytes) -> {};
}
