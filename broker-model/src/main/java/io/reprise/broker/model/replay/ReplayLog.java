package io.reprise.broker.model.replay;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The content of a VPN's replay log, for administrators [spec 2.1]. Thread-safe; blocks for the database. Every call throws {@link
 * io.reprise.broker.model.error.BrokerException} {@code NOT_FOUND} if the VPN has no log.
 */
public interface ReplayLog {
    /** At once, as of the last entry. */
    ReplayLogStatus status();

    /**
     * Messages after an id, rising.
     *
     * @param msgId exclusive; 0 for the first page. It need not be in the log
     * @param limit 1–1,000; fewer are the end
     */
    List<LoggedMessage> after(long msgId, int limit);

    /**
     * Messages before an id, falling.
     *
     * @param msgId exclusive; {@link Long#MAX_VALUE} for the last page. It need not be in the log
     * @param limit 1–1,000; fewer are the end
     */
    List<LoggedMessage> before(long msgId, int limit);

    /** The id before the first message taken in at this time or later, to page on with {@link #after}; the last id given if there is none. */
    long beforeTime(Instant time);

    /** A message with its properties and body; empty if the log does not hold it. */
    Optional<Message> message(long msgId);

    /** Takes the messages taken in strictly before this time out of the log; how many that were. */
    long trimOlderThan(Instant time);

    /**
     * Takes the messages before this one out of the log; how many that were.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} for an id of another VPN
     */
    long trimBefore(ReplicationGroupMsgId id);
}
