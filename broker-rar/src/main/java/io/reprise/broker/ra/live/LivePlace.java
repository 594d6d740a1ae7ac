package io.reprise.broker.ra.live;

import io.reprise.broker.model.live.LiveStart;
import java.util.OptionalLong;

/** How far a live subscriber has come: where it goes on when it returns [spec 3.2]. Outlives its subscriptions. Thread-safe. */
public final class LivePlace {
    private OptionalLong throughMsgId = OptionalLong.empty();

    /** Everything through that id was presented. */
    synchronized void reached(long msgId) {
        throughMsgId = OptionalLong.of(msgId);
    }

    /** What comes first: what it missed, or what it wanted at first if it has got nowhere yet. */
    synchronized LiveStart start(LiveStart first) {
        return throughMsgId.isPresent() ? new LiveStart.AfterMessage(throughMsgId.getAsLong()) : first;
    }
}
