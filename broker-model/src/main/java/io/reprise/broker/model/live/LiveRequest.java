package io.reprise.broker.model.live;

import io.reprise.broker.model.topic.TopicFilter;
import java.time.Duration;
import java.util.List;

/**
 * A wish to subscribe live. Immutable.
 *
 * @param filters made by {@link TopicFilter#ofDirectSubscriber}; 1 and more; a message that matches several comes once
 * @param start what comes first
 * @param conflation if above zero, at most the newest message of each subject in each such interval [spec 3.2]
 * @param bufferMessages how many may wait for it: past that the oldest direct ones are dropped, and with a guaranteed one the
 *     subscription ends, so that it recovers
 * @param bufferBytes the same in bytes, as quotas count them; one message always finds room
 * @param clientName for people
 */
public record LiveRequest(
        List<TopicFilter> filters,
        LiveStart start,
        Duration conflation,
        int bufferMessages,
        long bufferBytes,
        String clientName) {
    public static final int DEFAULT_BUFFER_MESSAGES = 1_000;
    public static final long DEFAULT_BUFFER_BYTES = 4_000_000;

    public LiveRequest {
        filters = List.copyOf(filters);
        if (filters.isEmpty()) {
            throw new IllegalArgumentException("no filter");
        }
        if (conflation.isNegative()) {
            throw new IllegalArgumentException("conflation " + conflation + ", allowed 0 and more");
        }
        if (bufferMessages < 1 || bufferBytes < 1) {
            throw new IllegalArgumentException("buffer of " + bufferMessages + " messages, " + bufferBytes + " B");
        }
    }

    /** With buffers of the usual size, not conflated. */
    public static LiveRequest of(List<TopicFilter> filters, LiveStart start, String clientName) {
        return new LiveRequest(
                filters, start, Duration.ZERO, DEFAULT_BUFFER_MESSAGES, DEFAULT_BUFFER_BYTES, clientName);
    }
}
