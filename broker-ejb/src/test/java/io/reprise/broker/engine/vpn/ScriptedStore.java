package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.engine.store.CheckpointBatch;
import io.reprise.broker.engine.store.CheckpointHeader;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.store.LogEntry;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store in memory whose appends go through a test's script: held, refused, cut off before or after. */
final class ScriptedStore implements VpnStore {
    final InMemoryVpnStore rows;
    private final Script script;

    /** What becomes of appends; kept over restarts. Thread-safe. */
    static final class Script {
        /** Decides on one append; {@code really} does it. */
        interface Line {
            AppendResult append(LogEntry entry, Supplier<AppendResult> really);
        }

        private final Set<UploadRef> uploads = ConcurrentHashMap.newKeySet();
        final AtomicInteger uploadReads = new AtomicInteger();

        /** How many uploads were made and not deleted. */
        int uploads() {
            return uploads.size();
        }

        /** It is stored, but the committer never learns. */
        static final Line LOSE_THE_ANSWER = (entry, really) -> {
            AppendResult stored = really.get();
            throw new IllegalStateException("the answer was lost: " + stored);
        };

        private volatile Runnable reading = () -> {};
        private static final Line NORMAL = (entry, really) -> really.get();

        private volatile Line line = NORMAL;

        void play(Line next) {
            line = next;
        }

        void playNormally() {
            line = NORMAL;
        }

        boolean playsNormally() {
            return line == NORMAL;
        }

        /** Only the next append goes like this. */
        void once(Line next) {
            line = (entry, really) -> {
                playNormally();
                return next.append(entry, really);
            };
        }

        /** Holds every reading of entries until it is opened. */
        Gate holdReads() {
            Gate gate = new Gate();
            reading = () -> {
                gate.reached.countDown();
                Latches.await(gate.opened);
            };
            return gate;
        }

        /** Does something at every reading of entries. */
        void onRead(Runnable what) {
            reading = what;
        }

        /** The next reading of entries finds the database away. */
        void failNextRead() {
            reading = () -> {
                reading = () -> {};
                throw new StoreUnavailableException("away", new IOException("cut"));
            };
        }

        /** Holds every append until it is opened. */
        Gate hold() {
            Gate gate = new Gate();
            line = (entry, really) -> {
                gate.reached.countDown();
                Latches.await(gate.opened);
                return really.get();
            };
            return gate;
        }
    }

    /** Where appends wait. */
    static final class Gate {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        /** Returns when an append waits here. */
        void awaitReached() {
            Latches.await(reached);
        }

        void open() {
            opened.countDown();
        }
    }

    ScriptedStore(InMemoryVpnStore rows, Script script) {
        this.rows = rows;
        this.script = script;
    }

    @Override
    public AppendResult append(LogEntry entry) {
        return script.line.append(entry, () -> rows.append(entry));
    }

    @Override
    public AppendResult appendWithConfiguration(LogEntry entry, Consumer<ConfigurationWrites> change) {
        return script.line.append(entry, () -> rows.appendWithConfiguration(entry, change));
    }

    @Override
    public String vpn() {
        return rows.vpn();
    }

    @Override
    public long epoch() {
        return rows.epoch();
    }

    @Override
    public long openingCommitNo() {
        return rows.openingCommitNo();
    }

    @Override
    public long maxRowBytes() {
        return rows.maxRowBytes();
    }

    @Override
    public void interruptAppend() {
        rows.interruptAppend();
    }

    @Override
    public List<LogEntry> readHeads(long fromCommitNo, long toCommitNo) {
        return rows.readHeads(fromCommitNo, toCommitNo);
    }

    @Override
    public List<LogEntry> readHeads(List<Long> commitNos, long maxBytes) {
        return rows.readHeads(commitNos, maxBytes);
    }

    @Override
    public List<LogEntry> readEntries(long fromCommitNo, int maxEntries, long maxBytes) {
        script.reading.run();
        return rows.readEntries(fromCommitNo, maxEntries, maxBytes);
    }

    @Override
    public long upload(byte[] content) {
        long upload = rows.upload(content);
        script.uploads.add(new UploadRef(rows.epoch(), upload));
        return upload;
    }

    @Override
    public byte @Nullable [] readUpload(UploadRef upload, int offset, int length) {
        script.uploadReads.incrementAndGet();
        return rows.readUpload(upload, offset, length);
    }

    @Override
    public void deleteUploads(List<UploadRef> uploads) {
        rows.deleteUploads(uploads);
        script.uploads.removeAll(uploads);
    }

    @Override
    public void deleteEntries(List<Long> commitNos) {
        rows.deleteEntries(commitNos);
    }

    @Override
    public void rewriteEntry(LogEntry compacted) {
        rows.rewriteEntry(compacted);
    }

    @Override
    public void writeCheckpoint(CheckpointBatch batch) {
        rows.writeCheckpoint(batch);
    }

    @Override
    public CheckpointHeader loadCheckpoint(Consumer<Object> sink) {
        return rows.loadCheckpoint(sink);
    }

    @Override
    public List<Object> loadConfiguration() {
        return rows.loadConfiguration();
    }

    @Override
    public long databaseMillis() {
        return rows.databaseMillis();
    }

    @Override
    public boolean verifyOwnership() {
        return rows.verifyOwnership();
    }

    @Override
    public int sweepUploads(Set<UploadRef> referenced, long olderThanMillis) {
        return rows.sweepUploads(referenced, olderThanMillis);
    }

    @Override
    public void close() {
        rows.close();
    }
}
