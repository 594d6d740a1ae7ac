package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.ReplicationGroupMsgId;

/**
 * What a stream begins with. Immutable.
 *
 * @param status how the beginning ends, unless a recovery says otherwise
 */
record StreamStart(LiveStart start, StartStatus status) {

    /** Snapshots if {@code newest} is 0. */
    static StreamStart history(long newest) {
        LiveStart start = newest == 0 ? new LiveStart.Snapshot() : new LiveStart.History((int) newest);
        return new StreamStart(start, StartStatus.LIVE);
    }

    /** Behind a position of the VPN; one of another origin says nothing here, for instance after a restored backup (spec 1.2). */
    static StreamStart after(ReplicationGroupMsgId position, long origin) {
        return position.origin() == origin
                ? new StreamStart(new LiveStart.AfterMessage(position.msgId()), StartStatus.LIVE)
                : new StreamStart(new LiveStart.Snapshot(), StartStatus.DATA_RESYNC);
    }

    static StreamStart after(SubjectPosition position) {
        return new StreamStart(new LiveStart.AfterPosition(position), StartStatus.LIVE);
    }
}
