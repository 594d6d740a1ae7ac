package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.SnapshotOperation.Item;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.live.LiveStore;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.PromotionPolicy;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.CommitOutcome.Unknown;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Takes to the committer what the live side wants of the log. Any thread; its parts are thread-safe. */
final class LiveOperations implements LiveStore {
    /** A batch of snapshots is an operation of so many bytes at most, so that others' fit into its entry [LOG.md L4]. */
    private static final int SNAPSHOT_BATCH_BYTES = 256 * 1024;

    private final Intake intake;
    private final EndpointDirectory directory;
    private final RoutingTable routing;
    private final UndecidedSubjects undecided;
    private final CommitCounters counters;
    private final long timeoutMillis;
    private final long maxMessageBytes;

    /** @param maxMessageBytes what one message may add to an entry */
    LiveOperations(
            Intake intake,
            EndpointDirectory directory,
            RoutingTable routing,
            UndecidedSubjects undecided,
            CommitCounters counters,
            VpnCore.Settings settings,
            long maxMessageBytes) {
        this.intake = intake;
        this.directory = directory;
        this.routing = routing;
        this.undecided = undecided;
        this.counters = counters;
        this.timeoutMillis = settings.publishTimeoutMillis();
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public PendingOutcome store(List<DirectSnapshot> snapshots) {
        List<PendingOutcome> batches = new ArrayList<>(1);
        List<Item> batch = new ArrayList<>();
        long bytes = 0;
        for (DirectSnapshot snapshot : snapshots) {
            Item item = new Item(snapshot, EncodedMessage.of(snapshot.message()));
            if (!batch.isEmpty() && bytes + item.encoded().entryBytes() > SNAPSHOT_BATCH_BYTES) {
                batches.add(offer(new SnapshotOperation(batch, timeoutMillis)));
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(item);
            bytes += item.encoded().entryBytes();
        }
        batches.add(offer(new SnapshotOperation(batch, timeoutMillis)));
        return batches.size() == 1 ? batches.get(0) : new Together(batches);
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

    @Override
    public PendingOutcome delete(String subject) {
        return offer(new DecidedOperation(
                draft -> draft.subjects().removeSnapshot(draft.subjects().head(subject), Removal.PURGED, draft) ? 1 : 0,
                timeoutMillis));
    }

    @Override
    public void promote(Message direct) {
        if (directory.replayLog() == null && routing.match(direct.topic()).isEmpty()) {
            return;
        }
        boolean waits = directory.vpn().settings().promotionPolicy() == PromotionPolicy.BACKPRESSURE;
        if (!waits && !intake.mayPromote()) {
            // A flood costs its publishers next to nothing.
            counters.promotionDiscards.increment();
            return;
        }
        EncodedMessage encoded = EncodedMessage.of(direct);
        PromoteOperation promote = new PromoteOperation(encoded, counters, timeoutMillis);
        if (encoded.entryBytes() > maxMessageBytes) {
            promote.settle(new Rejected(
                    ErrorCode.MESSAGE_TOO_BIG, encoded.entryBytes() + " B, at most " + maxMessageBytes + " B"));
            return;
        }
        intake.offerPromoted(promote, waits ? timeoutMillis : 0);
    }

    @Override
    public boolean follow(String subject, Runnable then) {
        if (!undecided.contains(subject)) {
            return false;
        }
        undecided.add(subject);
        FollowOperation follow = new FollowOperation(
                () -> {
                    undecided.remove(subject);
                    then.run();
                },
                timeoutMillis);
        intake.offer(follow, 0);
        return true;
    }

    @Override
    public long promotedMsgs() {
        return counters.promoted.sum();
    }

    @Override
    public long promotionDiscards() {
        return counters.promotionDiscards.sum();
    }

    private PendingOutcome offer(Operation operation) {
        intake.offer(operation, timeoutMillis);
        return operation;
    }
}
