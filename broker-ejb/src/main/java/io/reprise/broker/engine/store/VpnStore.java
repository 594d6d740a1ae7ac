package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.store.LogEntry;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the engine asks of the database for one VPN in one epoch of ownership. Made by a takeover [LOG.md L7]; closed by its
 * owner. Methods say which thread calls them. Every one but {@link #append} may throw {@link StoreUnavailableException}
 * (nothing is known to have happened; try again) or {@link FencedException} (another owner took over: step down).
 */
public interface VpnStore extends AutoCloseable {
    String vpn();

    /** This ownership's number, rising with each takeover. */
    long epoch();

    /** The commit number of the opening entry that this takeover wrote; the first append is one above it. */
    long openingCommitNo();

    /** The largest {@code head} + {@code body} that one row may have, from {@code max_allowed_packet}, bytes [LOG.md L3]. */
    long maxRowBytes();

    /**
     * Writes one entry as one autocommit statement on the committer's pinned connection, and says how it ended, whatever the
     * connection did meanwhile [LOG.md L1, L2, L9]: after any error but a duplicate key the same bytes are sent again to the
     * same slot, over new connections, until the row is there or a foreign one is. Committer thread only. Blocks as long as the
     * database is away; {@link #interruptAppend()} ends the wait.
     *
     * @return COMMITTED, FENCED, REFUSED (a definite reason with the server up; the slot was then closed by an empty entry
     *     under the same number, so nothing of this entry can appear later) or ABANDONED (interrupted: outcome unknown)
     */
    AppendResult append(LogEntry entry);

    /** Makes a waiting {@link #append} return ABANDONED. Any thread. */
    void interruptAppend();

    /**
     * Writes configuration entities and the entry, last, in one transaction [LOG.md L6]. Committer thread only.
     *
     * @param change what to write; its exceptions roll everything back
     * @return as for append
     */
    AppendResult appendWithConfiguration(LogEntry entry, Consumer<ConfigurationWrites> change);

    /** Rows with commit numbers from {@code fromCommitNo} to {@code toCommitNo}, both included, in order, without bodies. Any thread. */
    List<LogEntry> readHeads(long fromCommitNo, long toCommitNo);

    /**
     * Rows of these commit numbers, in the order given and without bodies, as far as they are there; no further one once {@code maxBytes}
     * of heads are passed. Any thread.
     *
     * @param commitNos at most 1,000
     */
    List<LogEntry> readHeads(List<Long> commitNos, long maxBytes);

    /** Whole rows from {@code fromCommitNo} on, in order, at most {@code maxEntries}, and no further one once {@code maxBytes} are passed. Any thread. */
    List<LogEntry> readEntries(long fromCommitNo, int maxEntries, long maxBytes);

    /**
     * Stores large content beforehand as chunk rows, committed [LOG.md L4]. The caller's thread.
     *
     * @return the upload's id, unique in this epoch
     */
    long upload(byte[] content);

    /** Reads an upload's bytes {@code offset} to {@code offset + length}, fewer at its end; null if there are none. Any thread. */
    byte @Nullable [] readUpload(UploadRef upload, int offset, int length);

    /** Deletes uploads that no entry refers to any more. A background thread. Guarded by the owner row [LOG.md L8]. */
    void deleteUploads(List<UploadRef> uploads);

    /** Deletes entries whose messages are all dead. A background thread; guarded; in statements of at most 100 rows [LOG.md L18]. */
    void deleteEntries(List<Long> commitNos);

    /** Rewrites a mostly dead entry under its own number and nonce [LOG.md L16]. A background thread; guarded. */
    void rewriteEntry(LogEntry compacted);

    /** Writes a checkpoint batch and the new {@code tail_from} in one guarded transaction [LOG.md L8, L15]. A background thread. */
    void writeCheckpoint(CheckpointBatch batch);

    /** Loads every derived row (backlog, totals, notes, publishers, branches, entry blocks), streaming one by one to the sink. The recovering thread. */
    CheckpointHeader loadCheckpoint(Consumer<Object> rows);

    /** Loads the configuration entities of this VPN: itself, endpoints, subscriptions, replay log, its filters, its objects. The recovering thread. */
    List<Object> loadConfiguration();

    /** The database's clock, milliseconds of the epoch, by which the wall clock's jumps are judged [LOG.md L20]. Any thread. */
    long databaseMillis();

    /** Whether this epoch still owns the VPN; also touches the liveness lock [LOG.md L10]. A background thread. */
    boolean verifyOwnership();

    /** Chunk rows of dead epochs, or of this one older than {@code olderThanMillis}, that are not in {@code referenced}: deleted; how many uploads. A background thread. */
    int sweepUploads(java.util.Set<UploadRef> referenced, long olderThanMillis);

    @Override
    void close();
}
