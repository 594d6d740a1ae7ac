package io.reprise.broker.engine.live;

import io.reprise.broker.engine.live.Beginning.Chosen;
import io.reprise.broker.engine.live.Beginning.Kept;
import io.reprise.broker.engine.live.Beginning.Snapshot;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.live.LiveEvent.Received;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.Message;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes events of what a stream is to hand out: reads what is not in memory. Any thread; blocks for the database. */
final class LiveReading {
    private static final System.Logger LOG = System.getLogger(LiveReading.class.getName());

    private final LiveParts parts;
    private final LiveCounters counters;
    private final Supplier<LiveLimits> limits;

    LiveReading(LiveParts parts, LiveCounters counters, Supplier<LiveLimits> limits) {
        this.parts = parts;
        this.counters = counters;
        this.limits = limits;
    }

    @Nullable
    Received read(Chosen chosen, Predicate<String> laterFollows) {
        if (chosen instanceof Kept kept) {
            return received(kept);
        }
        Snapshot snapshot = (Snapshot) chosen;
        try {
            LiveMessage message = message(snapshot);
            if (message != null) {
                counters.snapshotsServed.increment();
                return received(LiveMessageType.SNAPSHOT, message, 0, OptionalLong.empty());
            }
        } catch (MalformedWireException | BrokerException e) {
            LOG.log(System.Logger.Level.ERROR, "the snapshot of '" + snapshot.subject().topic + "' is damaged", e);
            return null;
        } catch (RuntimeException e) {
            throw new BrokenStreamException("a snapshot can't be read: " + e.getMessage(), e);
        }
        if (!laterFollows.test(snapshot.subject().topic) && !isExpired(snapshot)) {
            throw new BrokenStreamException(
                    "the snapshot of '" + snapshot.subject().topic + "' was replaced before it was read", null);
        }
        return null;
    }

    /**
     * A snapshot's message; null if it has expired, or was replaced and is gone.
     *
     * @throws RuntimeException if it can't be read, or is damaged
     */
    @Nullable
    LiveMessage message(Snapshot snapshot) {
        Content inMemory = snapshot.inMemory();
        Content content = inMemory == null ? Content.read(snapshot.msgId(), parts.reader()) : inMemory;
        Message message = content == null || isExpired(snapshot) ? null : content.message(parts.reader());
        return content == null || message == null ? null : content.asLive(message, snapshot.head());
    }

    private boolean isExpired(Snapshot snapshot) {
        return limits.get()
                .isSnapshotExpired(snapshot.takenInMillis(), parts.clock().millis());
    }

    private Received received(Kept kept) {
        LiveMessage message;
        try {
            Content content = Content.read(kept.msgId(), parts.reader());
            Message read = content == null ? null : content.message(parts.reader());
            message = content == null || read == null ? null : content.asLive(read, kept.head());
        } catch (RuntimeException e) {
            throw new BrokenStreamException("message " + kept.msgId() + " can't be read: " + e.getMessage(), e);
        }
        if (message == null) {
            throw new BrokenStreamException("message " + kept.msgId() + " left the history before it was read", null);
        }
        counters.historyHits.increment();
        boolean isRecovered = kept.type() == LiveMessageType.RECOVERED;
        return received(kept.type(), message, 0, isRecovered ? OptionalLong.of(kept.msgId()) : OptionalLong.empty());
    }

    Received read(Update update, long discardedBefore) {
        Message message;
        try {
            message = update.content().message(parts.reader());
        } catch (RuntimeException e) {
            throw new BrokenStreamException(
                    "message " + update.content().msgId() + " can't be read: " + e.getMessage(), e);
        }
        if (message == null) {
            throw new BrokenStreamException(
                    "message " + update.content().msgId() + " was gone before it was read", null);
        }
        return received(
                LiveMessageType.UPDATE,
                update.content().asLive(message, update.head()),
                discardedBefore,
                OptionalLong.of(update.covers()));
    }

    private Received received(LiveMessageType type, LiveMessage message, long discardedBefore, OptionalLong covers) {
        counters.delivered.increment();
        return new Received(type, message, discardedBefore, covers);
    }
}
