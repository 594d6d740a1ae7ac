package io.reprise.broker.engine.log;

import io.reprise.broker.model.delivery.DeadLetter;
import org.jspecify.annotations.Nullable;

/**
 * What a moved message stands for: it has an id of its own, so that one id is in one place, and the body of the message it was
 * first [LOG.md L13].
 *
 * @param rootMsgId the id it was published under, whose entry has the body
 * @param dead whether it lies on a dead message queue; false once it was retried
 * @param home the id of the endpoint it died on, to which a retry brings it
 * @param homeName that endpoint's name then, for people
 * @param first its first death, kept through later ones [spec 4.3]; null if it never died: a copy from the replay log
 */
public record Alias(
        long rootMsgId,
        boolean dead,
        long home,
        String homeName,
        @Nullable Death first) {
    /** What the message tells of its death; null if it was retried. */
    public @Nullable DeadLetter deadLetter() {
        return dead && first != null
                ? new DeadLetter(first.reason(), first.endpointName(), first.timeMillis(), first.deliveries())
                : null;
    }
}
