package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.commit.ReplayOrder;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayEnd;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds where in the log a replay begins and ends [spec 2.2], or why it can't. Any thread; blocks for the database. */
public final class ReplayLocator {
    private final LogReader log;
    private final long originBits;
    private final InstantSource clock;
    private final LongSupplier lastMsgId;

    /** @param lastMsgId the last id given, at once */
    public ReplayLocator(LogReader log, long originBits, InstantSource clock, LongSupplier lastMsgId) {
        this.log = log;
        this.originBits = originBits;
        this.clock = clock;
        this.lastMsgId = lastMsgId;
    }

    /**
     * Finds it.
     *
     * @param config of the replay log; null if there is none
     * @param replayId names a client's request; empty for an administrator's
     * @throws BrokerException {@code REPLAY_TEMPORARY_ENDPOINT}, {@code REPLAY_DISABLED}, {@code REPLAY_START_TIME_NOT_AVAILABLE}, {@code REPLAY_START_MESSAGE_UNAVAILABLE},
     *     {@code INVALID_PARAMETER}
     */
    public ReplayOrder locate(
            @Nullable ReplayLogConfig config, EndpointConfig endpoint, String replayId, ReplayRequest request) {
        String what = "replay of " + endpoint.label();
        if (endpoint.isTemporary()) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_TEMPORARY_ENDPOINT,
                    what,
                    "it is temporary",
                    "a queue or a durable topic endpoint");
        }
        if (config == null || !config.settings().egressEnabled()) {
            throw new BrokerException(
                    ErrorCode.REPLAY_DISABLED,
                    what
                            + (config == null
                                    ? ": the VPN has no replay log"
                                    : ": " + config.label() + " has egressEnabled=false; allowed: true"));
        }
        requireRate(what, request.ratePerSecond());
        requireOrder(what, request);
        long throughMsgId = throughMsgId(what, request.to());
        if (request.from() instanceof ReplayStart.AfterMessage after) {
            long msgId = own(what, after.id());
            if (!log.isLogged(msgId)) {
                throw BrokerException.refused(
                        ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                        what + " after a message",
                        after.id().format(),
                        "a message that " + config.label() + " holds");
            }
            return order(endpoint, replayId, msgId, OptionalLong.of(msgId), throughMsgId, request);
        }
        long fromMsgId = request.from() instanceof ReplayStart.FromTime from ? before(what, config, from.time()) : 0;
        return order(endpoint, replayId, fromMsgId, OptionalLong.empty(), throughMsgId, request);
    }

    private static ReplayOrder order(
            EndpointConfig endpoint,
            String replayId,
            long fromMsgId,
            OptionalLong startMsgId,
            long throughMsgId,
            ReplayRequest request) {
        return new ReplayOrder(endpoint.id(), replayId, fromMsgId, startMsgId, throughMsgId, request.ratePerSecond());
    }

    /**
     * A message of the log.
     *
     * @throws BrokerException {@code INVALID_PARAMETER} for an id of another VPN, {@code REPLAY_START_MESSAGE_UNAVAILABLE}
     */
    public MessageSlot logged(ReplicationGroupMsgId id) {
        MessageSlot slot = log.slot(own("copy from the replay log", id));
        if (slot == null) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                    "copy from the replay log",
                    id.format(),
                    "a message that the log holds");
        }
        return slot;
    }

    private static void requireRate(String what, int ratePerSecond) {
        if (ratePerSecond < 0 || ratePerSecond > ReplayRequest.MAX_RATE_PER_SECOND) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "ratePerSecond of " + what,
                    ratePerSecond,
                    "0 (no limit) to " + ReplayRequest.MAX_RATE_PER_SECOND);
        }
    }

    private static void requireOrder(String what, ReplayRequest request) {
        if (request.from() instanceof ReplayStart.FromTime from
                && request.to() instanceof ReplayEnd.AtTime to
                && to.time().isBefore(from.time())) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "end of " + what, to.time(), "not before its start, " + from.time());
        }
    }

    private long own(String what, ReplicationGroupMsgId id) {
        if (id.origin() != originBits) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "message id of a " + what, id.format(), "one of this VPN's ids");
        }
        return id.msgId();
    }

    /** The id before the first message taken in at that time or later. */
    private long before(String what, ReplayLogConfig config, Instant time) {
        long millis = time.toEpochMilli();
        if (millis < config.createdMillis() || millis > clock.millis()) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_START_TIME_NOT_AVAILABLE,
                    what + " from a time",
                    time,
                    "from " + Instant.ofEpochMilli(config.createdMillis()) + ", when " + config.label()
                            + " was created, to now");
        }
        // Asked for first: what comes meanwhile comes after it.
        long last = lastMsgId.getAsLong();
        long first = log.firstMsgIdAtOrAfter(millis);
        return first == 0 ? last : first - 1;
    }

    private long throughMsgId(String what, ReplayEnd end) {
        if (end instanceof ReplayEnd.AtMessage at) {
            return own(what, at.id());
        }
        if (end instanceof ReplayEnd.AtTime at) {
            boolean isOver = at.time().toEpochMilli() < clock.millis();
            long last = isOver ? lastMsgId.getAsLong() : Long.MAX_VALUE;
            long next = log.firstMsgIdAtOrAfter(at.time().toEpochMilli() + 1);
            return next == 0 ? last : next - 1;
        }
        return Long.MAX_VALUE;
    }

    /**
     * What a range holds.
     *
     * @param throughMsgId at most the last id given
     */
    public ReplayRange range(long fromMsgId, long throughMsgId) {
        long from = fromMsgId;
        while (from < throughMsgId) {
            LogReader.Page page = log.after(from, throughMsgId);
            List<MessageSlot> slots = page.slots();
            if (!slots.isEmpty()) {
                LogReader.Page last = lastBefore(throughMsgId + 1);
                return new ReplayRange(
                        slots.get(0).spooledTimeMillis(),
                        slots.get(0).msgId(),
                        last.slots().isEmpty()
                                ? slots.get(slots.size() - 1).msgId()
                                : last.slots().get(0).msgId(),
                        log.count(fromMsgId, throughMsgId));
            }
            from = page.scannedThroughMsgId();
        }
        return ReplayRange.EMPTY;
    }

    private LogReader.Page lastBefore(long msgId) {
        LogReader.Page page = log.before(msgId);
        while (page.slots().isEmpty() && !page.isLast()) {
            page = log.before(page.scannedThroughMsgId());
        }
        return page;
    }
}
