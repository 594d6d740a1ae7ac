package io.reprise.broker.model.replay;

import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Instant;

/** Where a replay ends; never later than what the log holds when it starts [spec 2.2]. */
public sealed interface ReplayEnd {
    /** With all that the log holds when it starts. */
    record WholeLog() implements ReplayEnd {}

    /** With the last message taken in at this time or earlier, to the millisecond. */
    record AtTime(Instant time) implements ReplayEnd {}

    /** With this message, which need not be in the log any more, but is of this VPN. */
    record AtMessage(ReplicationGroupMsgId id) implements ReplayEnd {}
}
