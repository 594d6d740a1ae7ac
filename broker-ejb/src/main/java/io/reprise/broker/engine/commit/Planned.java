package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.commit.LogRoom.Verdict;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of one message of a unit. */
sealed interface Planned {
    /**
     * It is stored.
     *
     * @param message the message
     * @param placements where it goes
     * @param senderExpirationMillis when its publisher lets it expire; 0 = never
     * @param publisher its publisher's sequence to mark; null if it has none
     * @param logged whether the replay log takes it
     */
    record Accepted(
            EncodedMessage message,
            List<Placement> placements,
            long senderExpirationMillis,
            @Nullable PublisherAccepted publisher,
            boolean logged)
            implements Planned {}

    /** It was accepted before: acknowledged and dropped. */
    record Duplicate(EncodedMessage message) implements Planned {}

    /** The replay log has no room for its unit, which waits. */
    record NoRoom(Verdict verdict, long unitBytes) implements Planned {}

    /** It is refused to its publisher, and with it the whole unit. */
    record Refused(Rejected outcome) implements Planned {}
}
