package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes frames of what a subscription gets. The end of the beginning is one frame, whether a recovery was part of it or not. One thread. */
final class StreamFrames {
    private final long origin;
    private StartStatus status;

    /**
     * For one subscription.
     *
     * @param origin of the VPN's message ids
     * @param status as {@link StreamStart#status}
     */
    StreamFrames(long origin, StartStatus status) {
        this.origin = origin;
        this.status = status;
    }

    /** Empty if the event is told with a later one. */
    Optional<StreamFrame> of(LiveEvent event) {
        if (event instanceof LiveEvent.Received received) {
            return Optional.of(message(received));
        }
        if (event instanceof LiveEvent.Begun begun) {
            return Optional.of(new StreamFrame(status.name(), position(begun.covers()), Map.of()));
        }
        if (event instanceof LiveEvent.Recovered recovered) {
            status = StartStatus.of(recovered.complete());
        }
        return Optional.empty();
    }

    private StreamFrame message(LiveEvent.Received received) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("subject", received.message().message().topic().text());
        data.putAll(MessageFrame.of(received.type(), received.message()));
        if (received.discardedBefore() > 0) {
            data.put("discarded_before", received.discardedBefore());
        }
        String position =
                received.covers().isPresent() ? position(received.covers().getAsLong()) : null;
        return new StreamFrame(received.type().name(), position, data);
    }

    private String position(long msgId) {
        return new ReplicationGroupMsgId(origin, msgId).format();
    }
}
