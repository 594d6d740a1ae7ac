package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.SnapshotOperation.Item;
import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.engine.live.LiveStore.Ready;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Puts direct snapshots to the committer, in batches [spec 3.1]; what is large is uploaded beforehand, by the calling thread [LOG.md L4].
 * Any thread; its parts are thread-safe.
 */
final class SnapshotWriter {
    /** A batch is an operation of so many bytes at most, so that others' fit into its entry. */
    private static final int BATCH_BYTES = 256 * 1024;

    private final Intake intake;
    private final VpnStore store;
    private final Executor background;
    private final long timeoutMillis;

    /** @param background where uploads made in vain are deleted */
    SnapshotWriter(Intake intake, VpnStore store, Executor background, long timeoutMillis) {
        this.intake = intake;
        this.store = store;
        this.background = background;
        this.timeoutMillis = timeoutMillis;
    }

    Ready ready(List<DirectSnapshot> snapshots) {
        List<Item> items = snapshots.stream().map(this::item).toList();
        return isWanted -> offer(items, isWanted);
    }

    private Item item(DirectSnapshot snapshot) {
        EncodedMessage encoded = EncodedMessage.of(snapshot.message());
        if (encoded.content().length <= BATCH_BYTES) {
            return new Item(snapshot, encoded);
        }
        UploadRef upload = new UploadRef(store.epoch(), store.upload(encoded.content()));
        return new Item(snapshot, encoded.uploaded(upload, 0));
    }

    private PendingOutcome offer(List<Item> items, Predicate<DirectSnapshot> isWanted) {
        List<PendingOutcome> batches = new ArrayList<>(1);
        List<Item> unwanted = new ArrayList<>(0);
        List<Item> batch = new ArrayList<>();
        long bytes = 0;
        for (Item item : items) {
            if (!isWanted.test(item.snapshot())) {
                unwanted.add(item);
                continue;
            }
            if (!batch.isEmpty() && bytes + item.encoded().entryBytes() > BATCH_BYTES) {
                batches.add(offer(batch));
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(item);
            bytes += item.encoded().entryBytes();
        }
        batches.add(offer(batch));
        inVain(unwanted);
        return batches.size() == 1 ? batches.get(0) : new Together(batches);
    }

    private PendingOutcome offer(List<Item> batch) {
        SnapshotOperation operation = new SnapshotOperation(batch, this::inVain, timeoutMillis);
        intake.offer(operation, timeoutMillis);
        return operation;
    }

    /** What was uploaded for these goes; what a fault leaves behind goes at the next start. */
    private void inVain(List<Item> items) {
        List<UploadRef> uploads = new ArrayList<>(0);
        for (Item item : items) {
            UploadRef upload = item.encoded().upload();
            if (upload != null) {
                uploads.add(upload);
            }
        }
        if (uploads.isEmpty()) {
            return;
        }
        try {
            background.execute(() -> store.deleteUploads(uploads));
        } catch (RejectedExecutionException e) {
            System.getLogger(SnapshotWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "uploads are left to the next start", e);
        }
    }

    /** Several batches: stored if all were. */
    private record Together(List<PendingOutcome> batches) implements PendingOutcome {
        @Override
        public CommitOutcome await() {
            int stored = 0;
            CommitOutcome failure = null;
            for (PendingOutcome batch : batches) {
                CommitOutcome outcome = batch.await();
                if (outcome instanceof Stored some) {
                    stored += some.messages();
                } else if (failure == null || outcome instanceof Unknown) {
                    failure = outcome;
                }
            }
            return failure == null ? new Stored(0, stored) : failure;
        }

        @Override
        public void whenSettled(Executor executor, Consumer<CommitOutcome> listener) {
            // The last one put in is the last one settled.
            batches.get(batches.size() - 1)
                    .whenSettled(executor, last -> listener.accept(last instanceof Stored ? await() : last));
        }
    }
}
