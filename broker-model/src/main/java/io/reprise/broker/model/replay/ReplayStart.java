package io.reprise.broker.model.replay;

import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.time.Instant;

/** Where in the replay log a replay begins [spec 2.2]. */
public sealed interface ReplayStart {
    /** All that the log holds. */
    record Beginning() implements ReplayStart {}

    /** What was taken in at this time or later, to the millisecond; all messages of that instant. */
    record FromTime(Instant time) implements ReplayStart {}

    /** What follows this message, which is in the log. */
    record AfterMessage(ReplicationGroupMsgId id) implements ReplayStart {}
}
