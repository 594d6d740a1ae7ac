package io.reprise.broker.engine.live;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.live.Beginning.Chosen;
import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The live side of a VPN for as long as this broker serves it [spec 1.5, 3; LOG.md L27, L28]: events go into an {@link Inbox}, one thread
 * at a time makes {@link LiveState} of them, and subscribers' own threads read what they are handed. Thread-safe.
 */
public final class LiveSide implements LiveSubjects, LiveFeed {
    /** The largest message any endpoint may take [spec 1.2]. */
    private static final int MAX_MESSAGE_BYTES = 30_000_000;

    /** How often a snapshot is looked for again that is replaced while it is read. */
    private static final int SNAPSHOT_ATTEMPTS = 10;

    private final LiveParts parts;
    private final LiveCounters counters = new LiveCounters();
    private final Inbox inbox;
    private final LiveLoop loop;
    private final LiveState state;
    private final LiveReading reading;
    private final StreamHost host = new Host();
    private volatile LiveFigures figures = LiveFigures.NOTHING;
    private volatile @Nullable String endReason;

    public LiveSide(LiveParts parts) {
        this(parts, Inbox.Bounds.USUAL);
    }

    LiveSide(LiveParts parts, Inbox.Bounds bounds) {
        CurrentLimits limits = new CurrentLimits(parts.settings());
        this.parts = parts;
        this.inbox = new Inbox(bounds, counters);
        this.reading = new LiveReading(parts, counters, limits);
        this.state = new LiveState(counters, limits, parts.clock(), this::signal);
        this.loop = new LiveLoop(inbox, parts.executor(), state::hear, this::measure);
    }

    private void signal(LiveStream stream) {
        loop.signal(stream);
    }

    private void measure() {
        figures = LiveFigures.of(state);
    }

    // ---- what the log tells ----

    @Override
    public void recovered(MessageSlot slot, boolean snapshot, boolean kept) {
        loop.ask(() -> {
            state.recovered(slot, snapshot, kept);
            return true;
        });
    }

    @Override
    public void recoveredThrough(long lastMsgId) {
        loop.ask(() -> {
            state.recoveredThrough(lastMsgId);
            return true;
        });
    }

    @Override
    public void committed(EntryHead head, byte[] body) {
        if (concernsSubjects(head)) {
            inbox.entry(head, body);
            loop.wake();
        }
    }

    private static boolean concernsSubjects(EntryHead head) {
        for (MessageSlot slot : head.messages()) {
            if (Subjects.isNumbered(slot) || LiveState.isSnapshot(slot)) {
                return true;
            }
        }
        for (Effect effect : head.effects()) {
            if (effect instanceof Effect.Removed removed && removed.endpointId() == VpnState.SNAPSHOTS) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void retransmitted(Message message) {
        long now = parts.clock().millis();
        loop.put(() -> state.retransmitted(message, now));
    }

    @Override
    public long keptFromMsgId() {
        // In this order: what is done is in the history before it is out of the inbox.
        long waiting = inbox.fromMsgId();
        return Math.min(waiting, state.subjects().history().keptFromMsgId());
    }

    // ---- subscribers and publishers ----

    @Override
    public LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        return subscribe(request, ready, ClientTally.NOBODY);
    }

    /** The same, for one of the VPN's clients. */
    public LiveSubscription subscribe(LiveRequest request, Runnable ready, ClientTally client) {
        requireServed();
        if (request.start() instanceof LiveStart.AfterPosition
                && (request.filters().size() > 1
                        || !Subscriptions.isExact(request.filters().get(0)))) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "subscription of '" + request.clientName() + "' after a position",
                    request.filters(),
                    "one subject without wildcards");
        }
        LiveStream stream = new LiveStream(request, ready, host, client);
        loop.put(() -> state.join(stream));
        return stream;
    }

    @Override
    public void publish(Message direct) {
        publish(direct, ClientTally.NOBODY);
    }

    /** The same, for one of the VPN's clients. */
    public void publish(Message direct, ClientTally client) {
        requireServed();
        if (direct.deliveryMode() != DeliveryMode.DIRECT) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "message on '" + direct.topic() + "' published direct",
                    direct.deliveryMode(),
                    "DIRECT");
        }
        if (direct.sizeBytes() > MAX_MESSAGE_BYTES) {
            throw BrokerException.refused(
                    ErrorCode.MESSAGE_TOO_BIG,
                    "message on '" + direct.topic() + "'",
                    direct.sizeBytes() + " B",
                    "at most " + MAX_MESSAGE_BYTES + " B");
        }
        if (direct.retained()) {
            // What has no stored form is refused here: later nobody could be told.
            MessageCodec.encode(direct);
        }
        counters.direct.increment();
        client.direct();
        if (!direct.topic().isQueueTopic()
                && !parts.store().follow(direct, () -> hand(direct), counters.intakeDiscards::increment)) {
            hand(direct);
        }
        parts.store().promote(direct, client);
    }

    private void hand(Message direct) {
        inbox.direct(direct, parts.clock().millis());
        loop.wake();
    }

    private void requireServed() {
        String reason = endReason;
        if (reason != null) {
            throw new BrokerException(
                    ErrorCode.VPN_DOWN, "VPN '" + parts.vpn() + "' is not served here now: " + reason);
        }
    }

    /** This broker no longer serves the VPN: every subscription ends, nothing is published any more. Any thread; a second call does nothing. */
    public void end(String reason) {
        if (endReason == null) {
            endReason = reason;
            loop.ask(() -> {
                state.end(reason);
                return true;
            });
        }
    }

    // ---- snapshots ----

    @Override
    public Optional<LiveMessage> snapshot(TopicName subject) {
        requireServed();
        for (int attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
            Optional<Beginning.Snapshot> found = loop.ask(() -> Optional.ofNullable(state.snapshot(subject.text())));
            LiveMessage message = found.isEmpty() ? null : reading.message(found.get());
            if (message != null) {
                counters.snapshotsServed.increment();
                return Optional.of(message);
            }
            if (found.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /**
     * The snapshots there are, in the order of their subjects.
     *
     * @param afterSubject exclusive; empty for the first page
     * @param limit 1 and more
     */
    public List<SnapshotView> snapshots(String afterSubject, int limit) {
        requireServed();
        return loop.ask(() -> state.snapshots(afterSubject, limit));
    }

    /** The snapshot of one subject. */
    public Optional<SnapshotView> snapshotView(String subject) {
        requireServed();
        return loop.ask(() -> state.snapshotView(subject));
    }

    @Override
    public boolean deleteSnapshot(TopicName subject) {
        requireServed();
        boolean wasThere = loop.ask(() -> state.removeUnwritten(subject.text()));
        parts.store().delete(subject.text()).await().orThrow();
        return wasThere;
    }

    // ---- duties ----

    /**
     * Has direct snapshots written that are not on disk yet. Called every {@code snapshotFlushInterval}; blocks for the database if some
     * are large.
     */
    public void flush() {
        List<DirectSnapshot> unwritten = loop.ask(state::takeUnwritten);
        if (unwritten.isEmpty()) {
            return;
        }
        try {
            LiveStore.Ready ready = parts.store().ready(unwritten);
            // Within the loop: one that is deleted is so before this, and not wanted any more, or behind it in the log.
            loop.ask(() -> ready.store(state::isBeingWritten))
                    .whenSettled(Runnable::run, outcome -> settled(!isNotStored(outcome)));
        } catch (RuntimeException e) {
            settled(false);
            throw e;
        }
    }

    private static boolean isNotStored(CommitOutcome outcome) {
        return outcome instanceof CommitOutcome.Rejected || outcome instanceof CommitOutcome.Unknown;
    }

    private void settled(boolean isWritten) {
        loop.put(() -> state.settled(isWritten));
    }

    /** Lets go what has become too old. Called every now and then; it is never served anyway. */
    public void age() {
        loop.ask(() -> {
            state.age();
            return true;
        });
    }

    @Override
    public LiveStatistics statistics() {
        return figures.with(counters, parts.store());
    }

    /** What streams ask for. */
    private final class Host implements StreamHost {
        @Override
        public LiveEvent.@Nullable Received read(Chosen chosen, Predicate<String> laterFollows) {
            return reading.read(chosen, laterFollows);
        }

        @Override
        public LiveEvent.Received read(Update update, long discardedBefore) {
            return reading.read(update, discardedBefore);
        }

        @Override
        public void recovered(boolean isComplete) {
            (isComplete ? counters.inSync : counters.resynced).increment();
        }

        @Override
        public void lost(long directMessages) {
            counters.directDiscards.add(directMessages);
        }

        @Override
        public void leaves(LiveStream stream) {
            loop.put(() -> state.leave(stream));
        }

        @Override
        public void releaseLater(LiveStream stream, long intervalMillis) {
            parts.timer().after(intervalMillis, stream::release);
        }
    }
}
