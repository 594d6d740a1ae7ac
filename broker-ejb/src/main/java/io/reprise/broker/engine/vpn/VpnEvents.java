package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;

/**
 * Makes events of what entries did (spec 5.6). The committer only looks; the log is written on another thread, as it may block.
 */
final class VpnEvents implements CommitListener {
    private static final long TRIM_PAUSE_MILLIS = 60_000;

    private final CommitListener metrics;
    private final Events events;
    private final String vpn;
    private final Executor background;
    /** The committer's. */
    private long lastTrimMillis;

    VpnEvents(CommitListener metrics, Events events, String vpn, Executor background) {
        this.metrics = metrics;
        this.events = events;
        this.vpn = vpn;
        this.background = background;
    }

    @Override
    public void committed(long nanos, int operations, int messages, int bytes) {
        metrics.committed(nanos, operations, messages, bytes);
    }

    @Override
    public void answered(long nanos) {
        metrics.answered(nanos);
    }

    @Override
    public void delivered(long millis) {
        metrics.delivered(millis);
    }

    @Override
    public void applied(EntryHead head, LongFunction<String> endpoints) {
        Map<String, Integer> dead = new TreeMap<>();
        for (MessageSlot slot : head.messages()) {
            Alias alias = slot.alias();
            if (alias != null && alias.dead()) {
                dead.merge(alias.homeName(), 1, Integer::sum);
            }
        }
        dead.forEach((endpoint, count) -> tell(
                EventCode.MESSAGE_DEAD_LETTERED, count, count + " of '" + endpoint + "' to its dead message queue"));
        int retried = head.effects().stream()
                .mapToInt(effect -> effect instanceof Removed removed && removed.reason() == Removal.RETRIED
                        ? removed.msgIds().length
                        : 0)
                .sum();
        if (retried > 0) {
            tell(EventCode.MESSAGE_RETRIED, retried, retried + " back to where they died");
        }
        head.effects().forEach(effect -> {
            if (effect instanceof Trimmed trimmed) {
                logTrimmed(trimmed, head.lastTimeMillis());
            } else if (effect instanceof ReplayStarted started) {
                replayStarted(started, endpoints.apply(started.endpointId()));
            } else if (effect instanceof ReplayEnded ended) {
                replayEnded(ended, endpoints.apply(ended.endpointId()));
            }
        });
    }

    private void replayStarted(ReplayStarted started, String endpoint) {
        String id = started.replayId().isEmpty() ? "" : ", replayId '" + started.replayId() + "'";
        tell(
                EventCode.REPLAY_STARTED,
                1,
                endpoint + ": what matches of messages " + (started.fromMsgId() + 1) + " to " + started.throughMsgId()
                        + id);
    }

    private void replayEnded(ReplayEnded ended, String endpoint) {
        if (ended.failure() == ReplayFailure.NONE) {
            tell(EventCode.REPLAY_COMPLETED, 1, endpoint);
        } else {
            tell(
                    EventCode.REPLAY_FAILED,
                    1,
                    endpoint + ": " + ended.failure().reason() + ". "
                            + ended.failure().text());
        }
    }

    /** A log that is full is trimmed with every few entries. */
    private void logTrimmed(Trimmed trimmed, long timeMillis) {
        boolean afterAPause = timeMillis - lastTrimMillis >= TRIM_PAUSE_MILLIS;
        lastTrimMillis = timeMillis;
        if (afterAPause) {
            tell(
                    EventCode.REPLAY_LOG_TRIMMED,
                    1,
                    "the replay log begins after message " + trimmed.throughMsgId() + "; " + trimmed.trimmedCount()
                            + " messages have left it since it was first made");
        }
    }

    @Override
    public void limitWasLowered(String endpoint, long msgId, int deliveries, int limit) {
        tell(
                EventCode.REDELIVERY_LIMIT_LOWERED,
                1,
                "message " + msgId + " on " + endpoint + " was delivered " + deliveries + " times; allowed: " + limit);
    }

    @Override
    public void logOverQuota(long messages) {
        tell(EventCode.REPLAY_LOG_OVER_QUOTA, messages, messages + " refused: the replay log has no room for them");
    }

    private void tell(EventCode code, long times, String what) {
        try {
            background.execute(() -> events.happened(code, vpn, times, what));
        } catch (RejectedExecutionException e) {
            System.getLogger(VpnEvents.class.getName())
                    .log(System.Logger.Level.DEBUG, "event not told: the server is stopping", e);
        }
    }
}
