package io.reprise.broker.engine.log;

/** Entries in a row of which the index of the log is kept together: a checkpoint goes back to the first of the last ones. */
public final class CommitBlock {
    /** A power of two: a block begins at a multiple of it. */
    public static final int ENTRIES = 512;

    private CommitBlock() {}

    /** The first of those with {@code commitNo}. */
    public static long firstWith(long commitNo) {
        return commitNo & -ENTRIES;
    }

    /** The last of those with {@code commitNo}. */
    public static long lastWith(long commitNo) {
        return firstWith(commitNo) + ENTRIES - 1;
    }
}
