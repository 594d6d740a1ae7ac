package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveSubscription;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One subject or filter that a WebSocket's client wants.
 *
 * @param subject as the client wrote it
 */
record SocketSubscription(String subject, LiveSubscription events, StreamFrames frames) {

    /** The next frame's text; null if there is none now. */
    @Nullable
    String next() {
        for (LiveEvent event = events.poll(); event != null; event = events.poll()) {
            Optional<StreamFrame> frame = frames.of(event);
            if (frame.isPresent()) {
                return SocketStatus.streamed(subject, frame.get());
            }
        }
        return null;
    }
}
