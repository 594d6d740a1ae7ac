package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.store.VpnObjectEntity;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store of one VPN, in memory, with the promises of {@link VpnStore}: the key is the fence of {@link #append}, the epoch the
 * fence of every other writer, and no order of derived rows. {@link #takeOver} gives another owner of the same rows. Can be told to
 * fail. Thread-safe.
 */
public final class InMemoryVpnStore implements VpnStore {
    private static final long MAX_ROW_BYTES = 16L << 20;

    private final String vpn;
    private final InstantSource clock;
    private final StoreRows rows;
    private final long epoch;
    private final long openingCommitNo;
    private final Map<Call, Fault> faults = new EnumMap<>(Call.class);
    private @Nullable String refusal;
    private boolean away;
    private boolean interrupted;

    /** What can be made to fail. */
    public enum Call {
        READ,
        UPLOAD,
        DELETE_UPLOADS,
        DELETE_ENTRIES,
        REWRITE_ENTRY,
        WRITE_CHECKPOINT
    }

    /** How it fails: with a {@link StoreUnavailableException}, either way. */
    public enum Fault {
        /** Nothing was done. */
        NOT_DONE,
        /** It was done, and the answer was lost. */
        DONE_UNKNOWN
    }

    private InMemoryVpnStore(String vpn, InstantSource clock, StoreRows rows) {
        this.vpn = vpn;
        this.clock = clock;
        this.rows = rows;
        synchronized (rows) {
            openingCommitNo = rows.takeOver(vpn, System.identityHashCode(this));
            epoch = rows.epoch;
            rows.notifyAll();
        }
    }

    /** A VPN without anything, owned. */
    public static InMemoryVpnStore create(String vpn) {
        return create(vpn, InstantSource.system());
    }

    /** @param clock the database's, by which uploads grow old */
    public static InMemoryVpnStore create(String vpn, InstantSource clock) {
        return new InMemoryVpnStore(vpn, clock, new StoreRows());
    }

    /** Another owner of the same rows; from now on this one is fenced. */
    public InMemoryVpnStore takeOver() {
        return new InMemoryVpnStore(vpn, clock, rows);
    }

    /** Makes the next such call fail. */
    public void failNext(Call call, Fault fault) {
        synchronized (rows) {
            faults.put(call, fault);
        }
    }

    /** Makes the next append end in REFUSED. */
    public void refuseNextAppend(String reason) {
        synchronized (rows) {
            refusal = reason;
        }
    }

    /** The database goes away: appends wait, everything else fails. */
    public void goAway() {
        synchronized (rows) {
            away = true;
        }
    }

    /** The database is back. */
    public void comeBack() {
        synchronized (rows) {
            away = false;
            rows.notifyAll();
        }
    }

    /** Every entry there is, in order. */
    public List<LogEntry> log() {
        synchronized (rows) {
            return List.copyOf(rows.log.values());
        }
    }

    /** The rows of one derived table, in no order. */
    public <T> List<T> derived(Class<T> table) {
        synchronized (rows) {
            return only(table, rows.derivedInAnyOrder());
        }
    }

    /** The configuration rows of one table, as inserted. */
    public <T> List<T> configuration(Class<T> table) {
        synchronized (rows) {
            return only(table, rows.configuration.values());
        }
    }

    /** The VPN's checkpoint row; null before the first. */
    public @Nullable Checkpoint checkpoint() {
        synchronized (rows) {
            return rows.checkpoint;
        }
    }

    private static <T> List<T> only(Class<T> table, Collection<Object> all) {
        return all.stream().filter(table::isInstance).map(table::cast).toList();
    }

    @Override
    public String vpn() {
        return vpn;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public long openingCommitNo() {
        return openingCommitNo;
    }

    @Override
    public long maxRowBytes() {
        return MAX_ROW_BYTES;
    }

    @Override
    public AppendResult append(LogEntry entry) {
        return append(entry, () -> {});
    }

    @Override
    public AppendResult appendWithConfiguration(LogEntry entry, Consumer<ConfigurationWrites> change) {
        RecordedWrites recorded;
        synchronized (rows) {
            recorded = new RecordedWrites(rows.configuration);
        }
        change.accept(recorded);
        return append(entry, recorded::commit);
    }

    private AppendResult append(LogEntry entry, Runnable withIt) {
        long rowBytes = entry.head().length + (long) entry.bodyBytes();
        if (rowBytes > MAX_ROW_BYTES) {
            throw new AssertionError("row of " + rowBytes + " bytes: to be refused at the intake [LOG.md L3]");
        }
        synchronized (rows) {
            if (!awaitDatabase()) {
                return AppendResult.of(AppendResult.Kind.ABANDONED, "interrupted while the database was away");
            }
            LogEntry there = rows.log.get(entry.commitNo());
            if (there != null) {
                return there.nonce() == entry.nonce() && there.epoch() == entry.epoch()
                        ? AppendResult.committed()
                        : AppendResult.of(AppendResult.Kind.FENCED, "slot " + entry.commitNo() + " is taken");
            }
            if (refusal != null) {
                String reason = refusal;
                refusal = null;
                rows.closeSlot(entry);
                return AppendResult.of(AppendResult.Kind.REFUSED, reason);
            }
            withIt.run();
            rows.log.put(entry.commitNo(), entry);
            return AppendResult.committed();
        }
    }

    /** False if interrupted before it was there. */
    private boolean awaitDatabase() {
        while (away && !interrupted) {
            try {
                rows.wait();
            } catch (InterruptedException e) {
                throw new AssertionError("the committer's thread is never interrupted", e);
            }
        }
        boolean there = !interrupted;
        interrupted = false;
        return there;
    }

    @Override
    public void interruptAppend() {
        synchronized (rows) {
            interrupted = away;
            rows.notifyAll();
        }
    }

    @Override
    public List<LogEntry> readHeads(long fromCommitNo, long toCommitNo) {
        return read(() -> rows.log.subMap(fromCommitNo, true, toCommitNo, true).values().stream()
                .map(InMemoryVpnStore::withoutBody)
                .toList());
    }

    @Override
    public List<LogEntry> readHeads(List<Long> commitNos, long maxBytes) {
        return read(() -> {
            List<LogEntry> result = new ArrayList<>();
            long bytes = 0;
            for (long commitNo : commitNos) {
                LogEntry entry = rows.log.get(commitNo);
                if (bytes > maxBytes) {
                    break;
                }
                if (entry != null) {
                    result.add(withoutBody(entry));
                    bytes += entry.head().length;
                }
            }
            return result;
        });
    }

    private static LogEntry withoutBody(LogEntry entry) {
        return new LogEntry(
                entry.vpn(),
                entry.commitNo(),
                entry.epoch(),
                entry.nonce(),
                entry.firstMsgId(),
                entry.lastMsgId(),
                entry.firstTime(),
                entry.lastTime(),
                entry.bodyBytes(),
                entry.head(),
                null);
    }

    @Override
    public List<LogEntry> readEntries(long fromCommitNo, int maxEntries, long maxBytes) {
        return read(() -> {
            List<LogEntry> result = new ArrayList<>();
            long bytes = 0;
            for (LogEntry entry : rows.log.tailMap(fromCommitNo, true).values()) {
                if (result.size() == maxEntries || bytes > maxBytes) {
                    break;
                }
                result.add(entry);
                bytes += entry.head().length + entry.bodyBytes();
            }
            return result;
        });
    }

    @Override
    public long upload(byte[] content) {
        return act(Call.UPLOAD, () -> {
            long upload = ++rows.uploadsMade;
            rows.uploads.put(new UploadRef(epoch, upload), new StoreRows.Upload(content.clone(), clock.millis()));
            return upload;
        });
    }

    @Override
    public byte @Nullable [] readUpload(UploadRef upload, int offset, int length) {
        return read(() -> {
            StoreRows.Upload found = rows.uploads.get(upload);
            return found == null || offset >= found.content().length
                    ? null
                    : Arrays.copyOfRange(found.content(), offset, Math.min(found.content().length, offset + length));
        });
    }

    @Override
    public void deleteUploads(List<UploadRef> uploads) {
        guarded(Call.DELETE_UPLOADS, () -> uploads.forEach(rows.uploads::remove));
    }

    @Override
    public void deleteEntries(List<Long> commitNos) {
        guarded(Call.DELETE_ENTRIES, () -> commitNos.forEach(rows.log::remove));
    }

    @Override
    public void rewriteEntry(LogEntry compacted) {
        guarded(Call.REWRITE_ENTRY, () -> {
            LogEntry before = rows.log.get(compacted.commitNo());
            if (before != null && before.nonce() == compacted.nonce()) {
                rows.log.put(compacted.commitNo(), compacted);
            }
        });
    }

    @Override
    public void writeCheckpoint(CheckpointBatch batch) {
        guarded(Call.WRITE_CHECKPOINT, () -> rows.write(batch));
    }

    /** The first of a checkpoint's transactions only: the owner ends before the others. */
    public void beginCheckpoint(CheckpointBatch batch) {
        guarded(Call.WRITE_CHECKPOINT, () -> rows.drop(batch));
    }

    @Override
    public CheckpointHeader loadCheckpoint(Consumer<Object> sink) {
        return read(() -> {
            rows.derivedInAnyOrder().forEach(sink);
            return new CheckpointHeader(rows.originBits, rows.checkpoint, rows.tailCommitNo());
        });
    }

    @Override
    public List<Object> loadConfiguration() {
        return read(() -> {
            List<Object> result = new ArrayList<>(only(EndpointEntity.class, rows.configuration.values()));
            result.addAll(only(SubscriptionEntity.class, rows.configuration.values()));
            result.addAll(only(ReplayLogEntity.class, rows.configuration.values()));
            result.addAll(only(ReplayLogFilterEntity.class, rows.configuration.values()));
            result.addAll(only(VpnObjectEntity.class, rows.configuration.values()));
            result.add(rows.configuration.getOrDefault(Vpn.class, new Vpn(vpn, rows.originBits, 0, 0, "{}", 1)));
            return result;
        });
    }

    @Override
    public long databaseMillis() {
        return read(clock::millis);
    }

    @Override
    public boolean verifyOwnership() {
        return read(() -> rows.epoch == epoch);
    }

    @Override
    public int sweepUploads(Set<UploadRef> referenced, long olderThanMillis) {
        synchronized (rows) {
            int before = rows.uploads.size();
            long oldest = clock.millis() - olderThanMillis;
            guarded(
                    Call.DELETE_UPLOADS,
                    () -> rows.uploads
                            .entrySet()
                            .removeIf(upload -> !referenced.contains(upload.getKey())
                                    && (upload.getKey().epoch() < epoch
                                            || upload.getValue().storedMillis() < oldest)));
            return before - rows.uploads.size();
        }
    }

    @Override
    public void close() {
        interruptAppend();
    }

    private <T> T read(Supplier<T> reading) {
        return act(Call.READ, reading);
    }

    private void guarded(Call call, Runnable writing) {
        act(call, () -> {
            if (rows.epoch != epoch) {
                throw new FencedException("epoch " + rows.epoch + " owns VPN '" + vpn + "', not " + epoch);
            }
            writing.run();
            return true;
        });
    }

    private <T> T act(Call call, Supplier<T> action) {
        synchronized (rows) {
            Fault fault = away ? Fault.NOT_DONE : faults.remove(call);
            if (fault == Fault.NOT_DONE) {
                throw new StoreUnavailableException(call + " was told to fail", new java.io.IOException("away"));
            }
            T result = action.get();
            if (fault == Fault.DONE_UNKNOWN) {
                throw new StoreUnavailableException(call + " lost its answer", new java.io.IOException("away"));
            }
            return result;
        }
    }
}
