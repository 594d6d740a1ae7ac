package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.store.LogEntry;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The store of one VPN in one epoch: hands each question to the class that answers it. */
final class JpaVpnStore implements VpnStore {
    private final SlotMark opening;
    private final String vpn;
    private final Sessions sessions;
    private final PinnedLink link;
    private final OwnerLock lock;
    private final EntryWriter writer;
    private final EntryReader reader;
    private final Uploads uploads;
    private final Reclaim reclaim;
    private final Checkpoints checkpoints;

    JpaVpnStore(String vpn, SlotMark opening, Set<Long> openings, Sessions sessions, PinnedLink link, OwnerLock lock) {
        this.vpn = vpn;
        this.opening = opening;
        this.sessions = sessions;
        this.link = link;
        this.lock = lock;
        writer = new EntryWriter(link, opening);
        reader = new EntryReader(sessions, vpn);
        uploads = new Uploads(sessions, vpn, opening.epoch());
        reclaim = new Reclaim(
                sessions, vpn, opening.epoch(), openings, () -> writer.last().commitNo());
        checkpoints = new Checkpoints(sessions, vpn, opening.epoch());
    }

    @Override
    public String vpn() {
        return vpn;
    }

    @Override
    public long epoch() {
        return opening.epoch();
    }

    @Override
    public long openingCommitNo() {
        return opening.commitNo();
    }

    @Override
    public long maxRowBytes() {
        return link.maxRowBytes();
    }

    @Override
    public AppendResult append(LogEntry entry) {
        return writer.write(entry, Attempt.INSERT);
    }

    @Override
    public void interruptAppend() {
        writer.giveUp();
    }

    @Override
    public AppendResult appendWithConfiguration(LogEntry entry, Consumer<ConfigurationWrites> change) {
        return writer.write(entry, Attempt.withConfiguration(change));
    }

    @Override
    public List<LogEntry> readHeads(long fromCommitNo, long toCommitNo) {
        return reader.heads(fromCommitNo, toCommitNo);
    }

    @Override
    public List<LogEntry> readHeads(List<Long> commitNos, long maxBytes) {
        return reader.heads(commitNos, maxBytes);
    }

    @Override
    public List<LogEntry> readEntries(long fromCommitNo, int maxEntries, long maxBytes) {
        return reader.entries(fromCommitNo, maxEntries, maxBytes);
    }

    @Override
    public long upload(byte[] content) {
        return uploads.store(content);
    }

    @Override
    public byte @Nullable [] readUpload(UploadRef upload, int offset, int length) {
        return uploads.read(upload, offset, length);
    }

    @Override
    public void deleteUploads(List<UploadRef> dead) {
        uploads.delete(dead);
    }

    @Override
    public void deleteEntries(List<Long> commitNos) {
        reclaim.delete(commitNos);
    }

    @Override
    public void rewriteEntry(LogEntry compacted) {
        reclaim.rewrite(compacted);
    }

    @Override
    public void writeCheckpoint(CheckpointBatch batch) {
        checkpoints.write(batch);
    }

    @Override
    public CheckpointHeader loadCheckpoint(Consumer<Object> rows) {
        return checkpoints.load(opening.commitNo(), rows);
    }

    @Override
    public List<Object> loadConfiguration() {
        return checkpoints.configuration();
    }

    @Override
    public long databaseMillis() {
        return sessions.call(
                session -> session.createNativeQuery("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)", Long.class)
                        .getSingleResult());
    }

    @Override
    public boolean verifyOwnership() {
        Number epoch = sessions.call(
                session -> session.createNativeQuery("SELECT epoch FROM vpn_owner WHERE vpn = :vpn", Long.class)
                        .setParameter("vpn", vpn)
                        .getSingleResultOrNull());
        if (epoch == null || epoch.longValue() != opening.epoch()) {
            return false;
        }
        try {
            lock.touch();
        } catch (SQLException failure) {
            throw new StoreUnavailableException(SqlFailure.text(failure), failure);
        }
        return true;
    }

    @Override
    public int sweepUploads(Set<UploadRef> referenced, long olderThanMillis) {
        return uploads.sweep(referenced, olderThanMillis);
    }

    @Override
    public void close() {
        writer.close();
        lock.close();
    }
}
