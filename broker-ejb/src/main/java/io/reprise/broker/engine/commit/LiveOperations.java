package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.live.LiveStore;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.PromotionPolicy;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.PendingOutcome;
import java.util.List;

/** Takes to the committer what the live side wants of the log. Any thread; its parts are thread-safe. */
final class LiveOperations implements LiveStore {
    private final Intake intake;
    private final EndpointDirectory directory;
    private final RoutingTable routing;
    private final UndecidedSubjects undecided;
    private final SnapshotWriter writer;
    private final CommitCounters counters;
    private final long timeoutMillis;
    private final long maxMessageBytes;

    /** @param maxMessageBytes what one message may add to an entry */
    LiveOperations(
            Intake intake,
            EndpointDirectory directory,
            RoutingTable routing,
            UndecidedSubjects undecided,
            SnapshotWriter writer,
            CommitCounters counters,
            VpnCore.Settings settings,
            long maxMessageBytes) {
        this.intake = intake;
        this.directory = directory;
        this.routing = routing;
        this.undecided = undecided;
        this.writer = writer;
        this.counters = counters;
        this.timeoutMillis = settings.publishTimeoutMillis();
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public Ready ready(List<DirectSnapshot> snapshots) {
        return writer.ready(snapshots);
    }

    @Override
    public PendingOutcome delete(String subject) {
        return offer(new DecidedOperation(
                draft -> draft.subjects().removeSnapshot(draft.subjects().head(subject), Removal.PURGED, draft) ? 1 : 0,
                timeoutMillis));
    }

    @Override
    public void promote(Message direct, ClientTally client) {
        if (directory.replayLog() == null && routing.match(direct.topic()).isEmpty()) {
            return;
        }
        boolean waits = directory.vpn().settings().promotionPolicy() == PromotionPolicy.BACKPRESSURE;
        if (!waits && !intake.mayPromote()) {
            // A flood costs its publishers next to nothing.
            counters.promotionDiscards.increment();
            client.promotionDiscarded();
            return;
        }
        EncodedMessage encoded = EncodedMessage.of(direct);
        PromoteOperation promote = new PromoteOperation(encoded, counters, client, timeoutMillis);
        if (encoded.entryBytes() > maxMessageBytes) {
            promote.settle(new Rejected(
                    ErrorCode.MESSAGE_TOO_BIG, encoded.entryBytes() + " B, at most " + maxMessageBytes + " B"));
            return;
        }
        intake.offerPromoted(promote, waits ? timeoutMillis : 0);
    }

    @Override
    public boolean follow(Message direct, Runnable then, Runnable lost) {
        String subject = direct.topic().text();
        if (!undecided.contains(subject)) {
            return false;
        }
        undecided.add(subject);
        FollowOperation follow =
                new FollowOperation(direct, () -> inTurn(subject, then), () -> inTurn(subject, lost), timeoutMillis);
        intake.offer(follow, 0);
        return true;
    }

    /** Until it is done, the next direct message goes behind it. */
    private void inTurn(String subject, Runnable then) {
        try {
            then.run();
        } finally {
            undecided.remove(subject);
        }
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
